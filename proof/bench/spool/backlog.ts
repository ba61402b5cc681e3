import type { Client } from 'pg';
import { newId } from '../../../server/src/platform/ids/index.ts';
import { parcels } from '../../../server/testing/spool-setup.ts';

/** Sorts before every other project, so that "any row of another project" is one index probe. */
export const bigProject = '00000000-0000-7000-8000-000000000001';

const pageRows = 5_000;

/** Adds pages as a campaign's expansion would: one transaction and one due time for each. */
export async function addPages(client: Client, rows: number): Promise<void> {
  for (let left = rows; left > 0; left -= pageRows) {
    const ids = Array.from({ length: Math.min(left, pageRows) }, () => newId());
    await client.query(`insert into ${parcels} (project_id, id) select $1, unnest($2::uuid[])`, [bigProject, ids]);
  }
}

export async function fillTo(client: Client, rows: number): Promise<void> {
  await addPages(client, rows - (await countRows(client)));
  await client.query(`vacuum analyze ${parcels}`); // Why: a round must not pay for the one before it
}

export async function countRows(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${parcels}`);
  return rows[0]?.count ?? 0;
}
