import { createHash, randomUUIDv7 } from 'node:crypto';
import type { PoolClient } from 'pg';
import { Pool } from 'pg';
import type { UpsertLoad } from './upsert-load.ts';

/** The statements of `POST /contacts`, without anything around them: the same work over the same number of connections. */
export async function bareUpserts(databaseUrl: string, load: UpsertLoad): Promise<number> {
  const pool = new Pool({ connectionString: databaseUrl, max: load.poolSize });
  const end = Date.now() + load.milliseconds;
  let done = 0;
  const loop = async (): Promise<void> => {
    while (Date.now() < end) {
      const { project, email, data } = load.next();
      await enter(pool, project.secretKey);
      await upsert(pool, project.id, email, data);
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
      ` set_config('statement_timeout', '10s', true); select * from enter_with_key('${hash}', 'secret', 1000, 60); commit`,
  );
  client.release();
}

async function upsert(pool: Pool, projectId: string, email: string, data: Record<string, unknown>): Promise<void> {
  const client = await pool.connect();
  await client.query(
    `begin; select set_config('role', 'postrider_app', true), set_config('app.project', '${projectId}', true),` +
      ` set_config('statement_timeout', '30s', true), set_config('idle_in_transaction_session_timeout', '30s', true),` +
      ` floor(extract(epoch from now()) * 1000)::text as ms`,
  );
  const { rows } = await client.query({ name: 'lock', text: lock, values: [projectId, projectId, [email]] });
  const [stored] = rows as { id: string; data: Record<string, unknown> }[];
  await write(client, projectId, email, stored, { ...stored?.data, ...data });
  await client.query('commit');
  client.release();
}

async function write(
  client: PoolClient,
  projectId: string,
  email: string,
  stored: { id: string } | undefined,
  data: Record<string, unknown>,
): Promise<void> {
  const id = stored?.id ?? randomUUIDv7();
  const row = [[id], [email], [true], [JSON.stringify(data)]];
  const none = [[], [], [], []];
  const keys = Object.keys(data);
  const tally = JSON.stringify(
    keys.map((key) => ({ key, presence: 1, oldValue: null, newValue: data[key], oldType: null, newType: 'string' })),
  );
  await client.query({
    name: 'store',
    text: store,
    values: [
      projectId,
      new Date(),
      ...(stored ? none : row),
      ...(stored ? row : none),
      keys,
      keys.map(() => 'string'),
      randomUUIDv7(),
      stored ? 0 : 1,
      tally,
    ],
  });
}

const lock = `select "id", "email", "subscribed", "data", "created_at", "updated_at",
  (select coalesce(jsonb_object_agg(key, removing_since), '{}') from contact_fields
    where project_id = $1 and removing_since is not null) as "marks"
  from "contacts" where "project_id" = $2 and "email" = any($3) order by "email" for update`;

const columns = (first: number): string =>
  `unnest($${first}::uuid[], $${first + 1}::text[], $${first + 2}::boolean[], $${first + 3}::text[]) as u (id, email, subscribed, data)`;

const store = `with inserted as (
    insert into contacts (project_id, id, email, subscribed, data, source, created_at, updated_at)
    select $1, id, email, subscribed, data::jsonb, 'api', $2, $2 from ${columns(3)}
    on conflict (project_id, email) do nothing returning 1),
  updated as (
    update contacts c set email = u.email, subscribed = u.subscribed, data = u.data::jsonb, updated_at = $2
      from ${columns(7)} where c.project_id = $1 and c.id = u.id),
  fields as (
    insert into contact_fields as f (project_id, key, type)
    select $1, key, type from unnest($11::text[], $12::text[]) as u (key, type)
    on conflict (project_id, key) do update set type = excluded.type, deleted_at = null where f.deleted_at is not null),
  tally as (
    insert into contact_tallies (project_id, id, contacts, subscribed, fields) select $1, $13, $14::int, $14::int, $15::jsonb)
  select count(*) as inserted from inserted`;
