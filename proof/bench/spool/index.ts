import { parseArgs } from 'node:util';
import { createMigratedDatabase, dropDatabase, urlOf } from '../../../server/testing/database.ts';
import { connect, createParcels, openSetup } from '../../../server/testing/spool-setup.ts';
import { compareRates } from './drain-rates.ts';
import { compareUnderSnapshot } from './held-snapshot.ts';
import { timeSmallProjects } from './small-projects.ts';

/** `--rows` size of the backlog, `--seconds` how long the snapshot is held. */
export async function benchSpool(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: { rows: { type: 'string', default: '1000000' }, seconds: { type: 'string', default: '180' } },
  });
  const rows = Number(values.rows);
  const name = await createMigratedDatabase();
  await createParcels(urlOf(name));
  const setup = await openSetup(urlOf(name), { LOG_LEVEL: 'warn' });
  const client = await connect(urlOf(name));
  try {
    await compareRates(setup.services, client, rows);
    await timeSmallProjects(setup.services, client, rows);
    await compareUnderSnapshot(setup.services, client, rows, Number(values.seconds));
  } finally {
    await client.end();
    await setup.close();
    await dropDatabase(name);
  }
}
