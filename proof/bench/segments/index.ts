import { parseArgs } from 'node:util';
import { createMigratedDatabase, dropDatabase, urlOf } from '@postrider/server/testing/database';
import { type ProjectId, projectContext } from '../../../server/src/platform/context/index.ts';
import { connect, openSetup } from '../../../server/testing/spool-setup.ts';
import { makeProjects } from '../../instance/projects.ts';
import { median, report } from '../comparison.ts';
import { handWrittenCounter, productCounter, type SegmentCount, type SegmentCounter } from './counters.ts';
import { type Question, questionsOf } from './questions.ts';
import { seedAudience } from './seed.ts';

/**
 * Conditions counted as the feature counts them, beside SQL written by hand for the same question, in turns, and for those
 * that match few contacts how their time grows from the first size to the last. `--sizes` (contacts, one database each),
 * `--events` (of each size), `--rounds`. The plans of both sides are part of the output.
 */
export async function benchSegments(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: {
      sizes: { type: 'string', default: '1000000,10000000' },
      events: { type: 'string', default: '5000000' },
      rounds: { type: 'string', default: '5' },
    },
  });
  const results: SizeResult[] = [];
  for (const contacts of values.sizes.split(',').map(Number)) {
    const sizes = { contacts, events: Number(values.events) };
    results.push({ contacts, times: await measureSize(sizes, Number(values.rounds)) });
  }
  const [first, last] = [results[0], results.at(-1)];
  if (first && last && first !== last) reportGrowth(first, last);
}

interface SizeResult {
  contacts: number;
  times: Map<string, QuestionTime>;
}

interface QuestionTime {
  members: number;
  ms: number;
}

async function measureSize(
  sizes: { contacts: number; events: number },
  rounds: number,
): Promise<Map<string, QuestionTime>> {
  const name = await createMigratedDatabase();
  const client = await connect(urlOf(name));
  const setup = await openSetup(urlOf(name));
  try {
    const [project] = await makeProjects(client, 1);
    if (!project) throw new Error('a project was made');
    const segments = await seedAudience(client, project.id, sizes);
    const counters: Counters = {
      ours: productCounter(projectContext(setup.services, project.id as ProjectId)), // an id just made
      byHand: handWrittenCounter(client, project.id, ({ byHand }) => byHand),
      byIndex: handWrittenCounter(client, project.id, ({ byHand, byIndex }) => byIndex ?? byHand),
    };
    const times = new Map<string, QuestionTime>();
    for (const question of questionsOf(segments))
      times.set(question.name, await compare(counters, question, { rounds, contacts: sizes.contacts }));
    return times;
  } finally {
    await setup.close();
    await client.end();
    await dropDatabase(name);
  }
}

type Counters = Record<'ours' | 'byHand' | 'byIndex', SegmentCounter>;

async function compare(
  { ours, byHand, byIndex }: Counters,
  question: Question,
  { rounds, contacts }: { rounds: number; contacts: number },
): Promise<QuestionTime> {
  const counted: Record<keyof Counters, SegmentCount[]> = { ours: [], byHand: [], byIndex: [] };
  for (let round = 0; round <= rounds; round += 1) {
    counted.ours.push(await ours.count(question));
    counted.byHand.push(await byHand.count(question));
    if (question.byIndex) counted.byIndex.push(await byIndex.count(question));
  }
  const counts = new Set(Object.values(counted).flatMap((all) => all.map(({ count }) => count)));
  if (counts.size !== 1) throw new Error(`${question.name}: the counts differ: ${[...counts].join(', ')}`);
  const medianMs = (all: readonly SegmentCount[]): number => median(all.slice(1).map(({ ms }) => ms)); // the first one is the warm-up
  const [members = 0] = counts;
  const name = `segments, ${contacts} contacts, ${question.name}, ${members} members${question.isIndexed ? ', by index' : ''}`;
  const measurement = { ours: medianMs(counted.ours), bare: medianMs(counted.byHand), unit: 'ms' };
  const plans = { ours: await ours.plan(question), byHand: await byHand.plan(question) };
  report({ name, ...measurement, want: { ratio: { atMost: 1.2 } }, detail: { plans } });
  if (question.byIndex)
    report({ name: `${name}, beside an index by hand`, ...measurement, bare: medianMs(counted.byIndex), want: null });
  if (question.isIndexed)
    report({ name: `${name}, time`, ours: measurement.ours, unit: 'ms', want: { ours: { atMost: 1_000 } } });
  return { members, ms: measurement.ours };
}

/** A condition that matches fewer contacts than this must not take longer because there are more others. */
const fewMembers = 1_000;

function reportGrowth(small: SizeResult, large: SizeResult): void {
  for (const [question, { members, ms }] of large.times) {
    const before = small.times.get(question);
    if (!before || members >= fewMembers) continue;
    const name = `segments, ${question}, ${members} members, ${large.contacts} contacts to ${small.contacts}`;
    report({ name, ours: ms, bare: before.ms, unit: 'ms', want: { ratio: { atMost: 1.5 } } });
  }
}
