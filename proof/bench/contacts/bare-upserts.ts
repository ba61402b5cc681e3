import { randomUUIDv7 } from 'node:crypto';
import type { PoolClient } from 'pg';
import { bareRate, enterWithKey, inProjectTransaction } from '../bare.ts';
import type { UpsertLoad } from './upsert-load.ts';

/** The statements of `POST /contacts`, without anything around them: the same work over the same number of connections. */
export const bareUpserts = (databaseUrl: string, load: UpsertLoad): Promise<number> =>
  bareRate(databaseUrl, load, async (pool, { project, email, data }) => {
    await enterWithKey(pool, project.secretKey, 'secret');
    await inProjectTransaction(pool, project.id, 'read write', (client) => upsert(client, project.id, email, data));
  });

async function upsert(
  client: PoolClient,
  projectId: string,
  email: string,
  data: Record<string, unknown>,
): Promise<void> {
  const { rows } = await client.query({ name: 'lock', text: lock, values: [projectId, projectId, [email]] });
  const [stored] = rows as { id: string; data: Record<string, unknown> }[];
  await write(client, projectId, email, stored, { ...stored?.data, ...data });
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
