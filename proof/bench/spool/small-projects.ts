import type { Client } from 'pg';
import type { Services } from '../../../server/src/platform/context/index.ts';
import { newId } from '../../../server/src/platform/ids/index.ts';
import { parcels } from '../../../server/testing/spool-setup.ts';
import { report } from '../comparison.ts';
import { bigProject, fillTo } from './backlog.ts';
import { drainOurs } from './drain-ours.ts';

const projects = 500;
const each = 20;
const limitSeconds = 2;

/** How long small projects wait for their last row while one project has a backlog. */
export async function timeSmallProjects(services: Services, client: Client, backlog: number): Promise<void> {
  await fillTo(client, backlog);
  const drain = drainOurs(services);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const ids = Array.from({ length: projects }, () => newId());

  await client.query(
    `insert into ${parcels} (project_id, id)
     select p, gen_random_uuid() from unnest($1::uuid[]) p, generate_series(1, ${each})`,
    [ids],
  );
  const began = performance.now();
  while (await isAnyLeft(client)) await new Promise((resolve) => setTimeout(resolve, 50));
  const seconds = (performance.now() - began) / 1_000;

  await drain.stop();
  const name = `spool.last of ${projects} x ${each} rows beside a backlog of ${backlog}`;
  report({ name, ours: seconds, unit: 's', want: { ours: { atMost: limitSeconds } } });
}

async function isAnyLeft(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(`select 1 from ${parcels} where project_id > $1 limit 1`, [bigProject]);
  return rowCount !== 0;
}
