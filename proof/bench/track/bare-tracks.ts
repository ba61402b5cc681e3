import { createHash, randomUUIDv7 } from 'node:crypto';
import { Pool } from 'pg';
import { recordStatement } from '../../../server/src/features/events/record-statement.ts';
import type { TrackedEvent, TrackLoad } from './track-load.ts';

/** The statements of `POST /v1/track`, without anything around them: the same work over the same number of connections. */
export async function bareTracks(databaseUrl: string, load: TrackLoad): Promise<number> {
  const pool = new Pool({ connectionString: databaseUrl, max: load.poolSize });
  const end = Date.now() + load.milliseconds;
  let done = 0;
  const loop = async (): Promise<void> => {
    while (Date.now() < end) {
      const event = load.next();
      await enter(pool, event.project.publicKey);
      await track(pool, event);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: load.concurrency }, loop));
  await pool.end();
  return done / (load.milliseconds / 1_000);
}

async function enter(pool: Pool, key: string): Promise<void> {
  const client = await pool.connect();
  const hash = createHash('sha256').update(key).digest('hex');
  await client.query(
    `begin; select set_config('role', 'postrider_app', true), set_config('app.project', '', true),` +
      ` set_config('statement_timeout', '10s', true); select * from enter_with_key('${hash}', 'public', 1000, 60); commit`,
  );
  client.release();
}

async function track(pool: Pool, { project, email, event, data }: TrackedEvent): Promise<void> {
  const client = await pool.connect();
  await client.query(
    `begin; select set_config('role', 'postrider_app', true), set_config('app.project', '${project.id}', true),` +
      ` set_config('statement_timeout', '30s', true), set_config('idle_in_transaction_session_timeout', '30s', true),` +
      ` floor(extract(epoch from now()) * 1000)::text as ms`,
  );
  const { rows } = await client.query({ name: 'lock', text: lock, values: [project.id, [email], project.id] });
  const [contact] = rows as { id: string; data: Record<string, unknown> }[]; // the columns of the statement
  if (!contact || contact.data.plan !== data.plan) throw new Error('the contacts are known and unchanged');
  const values = [project.id, [randomUUIDv7()], [contact.id], [event], [JSON.stringify(data)], [null], [0], [true]];
  await client.query({ name: 'record', text: recordStatement, values });
  await client.query('commit');
  client.release();
}

const lock = `
    select c.*, (select coalesce(jsonb_object_agg(key, removing_since), '{}') from contact_fields
                  where project_id = $1 and removing_since is not null) as marks
      from unnest($2::text[]) as wanted (email) cross join lateral (
        select id, email, subscribed, data, created_at, updated_at from contacts
         where project_id = $3 and email = wanted.email for update) c`;
