import type { Client } from 'pg';

const page = 5_000;

/** Marketing mails under way, several to each contact. Returns one mail of each contact. */
export async function fillMarketing(
  client: Client,
  projectId: string,
  mails: number,
  people: number,
): Promise<{ contactId: string; emailId: string }[]> {
  await client.query(
    `insert into contacts (project_id, id, email, subscribed, source, created_at, updated_at)
     select $1, gen_random_uuid(), 'person-' || n || '@example.com', true, 'api', now(), now() from generate_series(1, $2::int) n`,
    [projectId, people],
  );
  for (let made = 0; made < mails; made += page) {
    await client.query(
      `with people as (select id, email, row_number() over (order by email) - 1 as rank from contacts where project_id = $1),
       made as materialized (
         select (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7' ||
                 substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid as id,
                p.id as contact_id, p.email
           from generate_series($3::int, $3::int + $2::int - 1) n join people p on p.rank = n % $4::int),
       mails as (
         insert into emails (project_id, id, contact_id, status, recipient, from_email, subject, type, source_type, created_at, updated_at)
         select $1, id, contact_id, 'QUEUED', email, 'news@acme.example', 'News', 'MARKETING', 'CAMPAIGN', now(), now() from made),
       contents as (
         insert into email_contents (project_id, id, html, text, unsubscribe_url)
         select $1, id, '<p>News</p>', 'News', 'https://mail.example/u/token' from made)
       insert into deliveries (project_id, id, type, contact_id, recipient, sender_domain, lane, expires_at)
       select $1, id, 'MARKETING', contact_id, email, 'acme.example', 2, now() + interval '72 hours' from made`,
      [projectId, Math.min(page, mails - made), made, people],
    );
  }
  await client.query('analyze deliveries, emails, contacts');
  const { rows } = await client.query<{ contactId: string; emailId: string }>(
    `select distinct on (contact_id) contact_id as "contactId", id as "emailId" from emails where project_id = $1`,
    [projectId],
  );
  return rows;
}
