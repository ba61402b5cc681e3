import { createHash } from 'node:crypto';
import { Pool, type PoolClient } from 'pg';
import type { ProjectLoad } from './project-load.ts';

/** Runs the bare statements over as many connections as the product has. Returns how often they ran per second. */
export async function bareRate<Item>(
  databaseUrl: string,
  load: ProjectLoad<Item>,
  work: (pool: Pool, item: Item) => Promise<void>,
): Promise<number> {
  const pool = new Pool({ connectionString: databaseUrl, max: load.poolSize });
  const end = Date.now() + load.milliseconds;
  let done = 0;
  const loop = async (): Promise<void> => {
    while (Date.now() < end) {
      await work(pool, load.next());
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: load.concurrency }, loop));
  await pool.end();
  return done / (load.milliseconds / 1_000);
}

/** The statement that looks up an API key and counts the request. */
export async function enterWithKey(pool: Pool, key: string, kind: 'public' | 'secret'): Promise<void> {
  const client = await pool.connect();
  const hash = createHash('sha256').update(key).digest('hex');
  await client.query(
    `begin; select set_config('role', 'postrider_app', true), set_config('app.project', '', true),` +
      ` set_config('statement_timeout', '10s', true); select * from enter_with_key('${hash}', '${kind}', 1000, 60); commit`,
  );
  client.release();
}

/** One transaction inside a project, opened as the product opens it. */
export async function inProjectTransaction<T>(
  pool: Pool,
  projectId: string,
  mode: 'read only' | 'read write',
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  await client.query(
    `begin ${mode}; select set_config('role', 'postrider_app', true), set_config('app.project', '${projectId}', true),` +
      ` set_config('statement_timeout', '30s', true), set_config('idle_in_transaction_session_timeout', '30s', true),` +
      ` floor(extract(epoch from now()) * 1000)::text as ms`,
  );
  const result = await work(client);
  await client.query('commit');
  client.release();
  return result;
}
