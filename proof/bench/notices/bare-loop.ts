import { randomUUIDv7 } from 'node:crypto';
import { Pool } from 'pg';
import { connections, loop } from './rounds.ts';

const move = `
  update emails set status = 'DELIVERED', delivered_at = $3, updated_at = now()
   where project_id = $1 and id = any($2::uuid[]) and delivered_at is null
  returning id, contact_id`;
const count = `
  insert into contact_events as c (project_id, name, contact_id, last_at, total)
  select $1, 'email.delivery', id, now(), count(*) from unnest($2::uuid[]) w (id) group by id order by id
  on conflict (project_id, name, contact_id) do update
    set previous_at = c.last_at, last_at = excluded.last_at, total = c.total + excluded.total`;
const record = `
  insert into events (project_id, created_at, id, contact_id, email_id, name, data)
  select $1, now(), w.id, w.contact_id, w.email_id, 'email.delivery', w.data::jsonb
    from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[]) w (id, contact_id, email_id, data)`;

let pool: Pool | undefined;

/** The same rows by hand: the email, the contact's event, and the row that counts it, in a transaction. */
await loop(async ({ url, projectId }, ids) => {
  pool ??= new Pool({ connectionString: url, max: connections });
  const client = await pool.connect();
  await client.query('begin');
  const { rows } = await client.query({ name: 'move', text: move, values: [projectId, ids, new Date()] });
  const contacts = rows.map((row) => row.contact_id);
  await client.query({ name: 'count', text: count, values: [projectId, contacts] });
  const data = rows.map(() => JSON.stringify({ deliveredAt: new Date() }));
  const values = [projectId, rows.map(() => randomUUIDv7()), contacts, rows.map((row) => row.id), data];
  await client.query({ name: 'record', text: record, values });
  await client.query('commit');
  client.release();
});
await pool?.end();
