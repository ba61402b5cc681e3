import { randomUUIDv7 } from 'node:crypto';
import type { Client } from 'pg';

export interface Segments {
  /** A static segment with a tenth of the contacts. */
  readonly list: string;
  /** A dynamic one: the plan is `pro`. */
  readonly pro: string;
}

const names = ['purchase', 'signed in', 'page viewed', 'product added', 'email.open', 'email.click', 'email.sent'];

/** Contacts and a year of events, made inside the database, with the rows that recording them would have left. */
export async function seedAudience(
  client: Client,
  projectId: string,
  sizes: { contacts: number; events: number },
): Promise<Segments> {
  await seedContacts(client, projectId, sizes.contacts);
  await seedEvents(client, projectId, sizes);
  const segments = await seedSegments(client, projectId);
  await client.query('vacuum analyze contacts, contact_events, segment_members, segments');
  return segments;
}

/** The id holds the index, so that events can be assigned to contacts by arithmetic. */
const idOf = (index: string): string => `('00000000-0000-7000-8000-' || lpad(to_hex(${index}), 12, '0'))::uuid`;

/** A year in whole hours, half an hour off: no window gains or loses a row during the bench. */
const timeOf = (index: string, count: number): string =>
  `now() - interval '30 minutes' - (${count} - ${index}) * 8760::bigint / ${count} * interval '1 hour'`;

/** Of each rare kind, at every size. */
const rareContacts = 400;

/** Contacts alone, with the fields that the questions name. */
export async function seedContacts(client: Client, projectId: string, count: number): Promise<void> {
  await client.query(`set work_mem = '256MB'; set maintenance_work_mem = '256MB'; set synchronous_commit = off`);
  const step = Math.max(1, Math.floor(count / rareContacts));
  // Why from the middle: the product looks at contacts from round parts of the whole first, and these would all be there.
  const isRare = (which: number): string =>
    `n % ${step} = ${(Math.floor(step / 2) + which) % step} and n <= ${rareContacts * step}`;
  const buildIndexes = await dropSearchIndexes(client);
  await client.query(`
    insert into contacts (project_id, id, email, subscribed, data, source, created_at, updated_at)
    select '${projectId}', ${idOf('n')}, case when ${isRare(1)} then 'quartz-' else 'person-' end || n || '@example.com', n % 10 <> 0,
           jsonb_strip_nulls(jsonb_build_object(
             'plan', (array['free', 'free', 'free', 'team', 'pro'])[1 + n % 5],
             'city', (array['Bonn', 'Köln', 'Essen', 'Ulm', 'Jena', 'Kiel', 'Trier'])[1 + n % 7],
             'company', (array['Iron Works', 'Blue Bakery', 'Night Studio', 'River Books'])[1 + n % 4] || ' ' || n % 1000,
             'age', 18 + n % 70,
             'number', n,
             'code', case when ${isRare(2)} then 'golden' else 'code ' || n end,
             'motto', case when ${isRare(3)} then 'Zebra first' end,
             'phone', case when n % 3 = 0 then '+49 228 ' || n end,
             'leftAt', case when n % 11 = 0 then '2026-02-03' end,
             'renewsAt', to_char(timestamp '2025-07-01' + n % 730 * interval '1 day', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))),
           'import', at, at
      from (select n, ${timeOf('n', count)} as at from generate_series(1, ${count}) n) s`);
  await buildIndexes();
}

/** Why: built at the end, they take a fraction of the time. */
async function dropSearchIndexes(client: Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where tablename = 'contacts' and indexdef like '%USING gin%'`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return async () => {
    for (const { definition } of rows) await client.query(definition);
  };
}

async function seedEvents(
  client: Client,
  projectId: string,
  { contacts, events }: { contacts: number; events: number },
): Promise<void> {
  const list = names.map((name) => `'${name}'`).join(', ');
  // Why: two indexes built at the end take a tenth of the time of five million entries in random order.
  await client.query('drop index events_name, events_contact');
  await client.query(`select setseed(0.5)`);
  await client.query(`
    insert into events (project_id, created_at, id, contact_id, name, data)
    select '${projectId}', ${timeOf('n', events)}, ${idOf('n')},
           ${idOf(`1 + (random() * ${contacts - 1})::bigint`)}, (array[${list}])[1 + (n % ${names.length})], null
      from generate_series(1, ${events}) n`);
  await client.query(`
    create index events_name on events (project_id, name, created_at, id);
    create index events_contact on events (project_id, contact_id, created_at, id)`);
  await client.query(`
    insert into contact_events (project_id, name, contact_id, last_at, total)
    select project_id, name, contact_id, max(created_at), count(*) from events group by 1, 2, 3`);
}

async function seedSegments(client: Client, projectId: string): Promise<Segments> {
  const segments = { list: randomUUIDv7(), pro: randomUUIDv7() };
  const pro = { logic: 'AND', groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }] };
  await client.query(
    `insert into segments (project_id, id, name, slug, type, condition, track_membership, created_at, updated_at)
     values ($1, $2, 'List', 'list', 'STATIC', null, false, now(), now()),
            ($1, $3, 'Pro', 'pro', 'DYNAMIC', $4, false, now(), now())`,
    [projectId, segments.list, segments.pro, JSON.stringify(pro)],
  );
  await client.query(
    `insert into segment_members (project_id, segment_id, contact_id, since)
     select project_id, $2, id, now() from contacts where project_id = $1 and email like '%7@example.com'`,
    [projectId, segments.list],
  );
  return segments;
}
