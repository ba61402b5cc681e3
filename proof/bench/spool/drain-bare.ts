import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { parcels } from '../../../server/testing/spool-setup.ts';
import { bigProject } from './backlog.ts';

const connections = 2;
const batch = 500;
export const slots = connections * batch;

interface Row {
  id: string;
  due_at: number;
}

/** The same statements, batch and number of connections in plain loops: claim, complete, repeat. Returns the number of rows. */
export async function drainBare(url: string, milliseconds: number): Promise<number> {
  const end = performance.now() + milliseconds;
  const done = await Promise.all(Array.from({ length: connections }, () => loop(url, end)));
  return done.reduce((sum, rows) => sum + rows, 0);
}

async function loop(url: string, end: number): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('set role postrider_worker');
  let done = 0;
  let cursor = { at: 0, id: '00000000-0000-0000-0000-000000000000' };
  while (performance.now() < end) {
    const fence = randomUUID();
    const { rows } = await client.query<Row>({
      name: 'claim',
      text: `select id, due_at from spool_claim_${parcels}(0::smallint, $1, $2, $3, $4, $5, 45)`,
      values: [[bigProject], [cursor.at], [cursor.id], batch, fence],
    });
    const last = rows.at(-1);
    if (!last) break;
    cursor = { at: last.due_at, id: last.id };
    const ids = rows.map((row) => row.id);
    const projects = ids.map(() => bigProject);
    const fences = ids.map(() => fence);
    await client.query({
      name: 'complete',
      text: `select spool_complete_${parcels}($1, $2, $3)`,
      values: [projects, ids, fences],
    });
    done += rows.length;
  }
  await client.end();
  return done;
}
