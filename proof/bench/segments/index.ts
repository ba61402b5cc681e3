import { parseArgs } from 'node:util';
import { createMigratedDatabase, dropDatabase, urlOf } from '@postrider/server/testing/database';
import type { ProjectId } from '../../../server/src/platform/context/index.ts';
import { projectContext } from '../../../server/src/platform/context/index.ts';
import { connect, openYard } from '../../../server/testing/spool-yard.ts';
import { makeProjects } from '../../instance/projects.ts';
import { median, report } from '../comparison.ts';
import type { Question } from './questions.ts';
import { questionsOf } from './questions.ts';
import { seedAudience } from './seed.ts';
import type { Counted, Side } from './sides.ts';
import { byHandOf, oursOf } from './sides.ts';

/**
 * Ten conditions counted as the room counts them, beside SQL written by hand for the same question, in turns.
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
  const yard = await openYard(urlOf(name));
  try {
    const [project] = await makeProjects(client, 1);
    if (!project) throw new Error('a project was made');
    const sizes = { contacts: Number(values.contacts), events: Number(values.events) };
    const segments = await seedAudience(client, project.id, sizes);
    const ours = oursOf(projectContext(yard.cellar, project.id as ProjectId)); // an id just made
    const byHand = byHandOf(client, project.id);
    for (const question of questionsOf(segments)) await compare(ours, byHand, question, Number(values.rounds));
  } finally {
    await yard.close();
    await client.end();
    await dropDatabase(name);
  }
}

async function compare(ours: Side, byHand: Side, question: Question, rounds: number): Promise<void> {
  const counted: Record<'ours' | 'byHand', Counted[]> = { ours: [], byHand: [] };
  for (let round = 0; round <= rounds; round += 1) {
    counted.ours.push(await ours.count(question));
    counted.byHand.push(await byHand.count(question));
  }
  const counts = new Set([...counted.ours, ...counted.byHand].map(({ count }) => count));
  if (counts.size !== 1) throw new Error(`${question.name}: the answers differ: ${[...counts].join(', ')}`);
  const middle = (all: readonly Counted[]): number => median(all.slice(1).map(({ ms }) => ms)); // the first one warms
  const [members = 0] = counts;
  const name = `segments, ${question.name}, ${members} members${question.isIndexed ? ', by index' : ''}`;
  const figures = { ours: middle(counted.ours), bare: middle(counted.byHand), unit: 'ms' };
  const plans = { ours: await ours.plan(question), byHand: await byHand.plan(question) };
  report({ name, ...figures, want: { ratio: { atMost: 1.2 } }, detail: { plans } });
  if (question.isIndexed)
    report({ name: `${name}, time`, ours: figures.ours, unit: 'ms', want: { ours: { atMost: 1_000 } } });
}
