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
 * Ten conditions counted as the feature counts them, beside SQL written by hand for the same question, in turns.
 * `--contacts`, `--events`, `--rounds`. The plans of both sides are part of the output.
 */
export async function benchSegments(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: {
      contacts: { type: 'string', default: '1000000' },
      events: { type: 'string', default: '5000000' },
      rounds: { type: 'string', default: '5' },
    },
  });
  const name = await createMigratedDatabase();
  const client = await connect(urlOf(name));
  const setup = await openSetup(urlOf(name));
  try {
    const [project] = await makeProjects(client, 1);
    if (!project) throw new Error('a project was made');
    const sizes = { contacts: Number(values.contacts), events: Number(values.events) };
    const segments = await seedAudience(client, project.id, sizes);
    const ours = productCounter(projectContext(setup.services, project.id as ProjectId)); // an id just made
    const byHand = handWrittenCounter(client, project.id);
    for (const question of questionsOf(segments)) await compare(ours, byHand, question, Number(values.rounds));
  } finally {
    await setup.close();
    await client.end();
    await dropDatabase(name);
  }
}

async function compare(
  ours: SegmentCounter,
  byHand: SegmentCounter,
  question: Question,
  rounds: number,
): Promise<void> {
  const counted: Record<'ours' | 'byHand', SegmentCount[]> = { ours: [], byHand: [] };
  for (let round = 0; round <= rounds; round += 1) {
    counted.ours.push(await ours.count(question));
    counted.byHand.push(await byHand.count(question));
  }
  const counts = new Set([...counted.ours, ...counted.byHand].map(({ count }) => count));
  if (counts.size !== 1) throw new Error(`${question.name}: the counts differ: ${[...counts].join(', ')}`);
  const medianMs = (all: readonly SegmentCount[]): number => median(all.slice(1).map(({ ms }) => ms)); // the first one is the warm-up
  const [members = 0] = counts;
  const name = `segments, ${question.name}, ${members} members${question.isIndexed ? ', by index' : ''}`;
  const measurement = { ours: medianMs(counted.ours), bare: medianMs(counted.byHand), unit: 'ms' };
  const plans = { ours: await ours.plan(question), byHand: await byHand.plan(question) };
  report({ name, ...measurement, want: { ratio: { atMost: 1.2 } }, detail: { plans } });
  if (question.isIndexed)
    report({ name: `${name}, time`, ours: measurement.ours, unit: 'ms', want: { ours: { atMost: 1_000 } } });
}
