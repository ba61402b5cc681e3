import { parseArgs } from 'node:util';
import {
  copyDatabase,
  createMigratedDatabase,
  dropDatabase,
  newName,
  urlOf,
} from '../../../server/testing/database.ts';
import { connect } from '../../../server/testing/spool-setup.ts';
import { makeProjects } from '../../instance/projects.ts';
import { median, report } from '../comparison.ts';
import { applyFunctionsOf, openSide, type Side } from './side.ts';
import { type Change, changes } from './statements.ts';

/**
 * What figures and breakdowns cost the statements that write mails: processor time of PostgreSQL with the triggers, beside the same
 * statements without. `--against <folder>` is another checkout, whose functions are measured in the same rounds. `--rounds`.
 */
export async function benchCounting(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: { rounds: { type: 'string', default: '7' }, against: { type: 'string' } },
  });
  const template = await createMigratedDatabase();
  const names = { ours: newName(), bare: newName(), earlier: newName() };
  const sides: Side[] = [];
  try {
    const projectId = await givenProject(template);
    for (const name of Object.values(names)) await copyDatabase(template, name);
    sides.push(await openSide(names.ours, projectId), await openSide(names.bare, projectId));
    await sides[1]?.withoutTriggers();
    if (values.against) {
      const earlier = await openSide(names.earlier, projectId);
      sides.push(earlier);
      await applyFunctionsOf(values.against, earlier);
    }
    for (const change of changes) await compare(change, sides, Number(values.rounds));
  } finally {
    for (const side of sides) await side.close();
    for (const name of [...Object.values(names), template]) await dropDatabase(name);
  }
}

async function givenProject(database: string): Promise<string> {
  const client = await connect(urlOf(database));
  const [project] = await makeProjects(client, 1);
  await client.end();
  if (!project) throw new Error('a comparison needs a project');
  return project.id;
}

/** All sides in turns. */
async function compare(change: Change, sides: readonly Side[], rounds: number): Promise<void> {
  const times: number[][] = sides.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, side] of sides.entries()) times[index]?.push(await side.measure(change));
  }
  const [ours = Number.NaN, bare = Number.NaN, earlier] = times.map(median);
  const shown = { ours, unit: 'µs for each mail', want: null };
  report({ ...shown, name: `counting, ${change.name}`, bare });
  if (earlier === undefined) return;
  const name = `counting, ${change.name}; bare is the other checkout`;
  report({ ...shown, name, bare: earlier });
}
