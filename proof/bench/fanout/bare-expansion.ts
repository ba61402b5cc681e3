import { randomUUIDv7 } from 'node:crypto';
import type { Client } from 'pg';

/** One statement that writes the email rows of all contacts, into a table with the same columns and indexes. Returns rows per second. */
export async function bareExpansion(client: Client, projectId: string): Promise<number> {
  await client.query(
    'create table bare_emails (like emails including defaults including constraints including indexes)',
  );
  const start = performance.now();
  const { rowCount } = await client.query(
    `insert into bare_emails (project_id, id, contact_id, status, recipient, from_email, type, source_type, campaign_id, created_at, updated_at)
     select project_id, id_in_order((extract(epoch from now()) * 1000)::bigint + n / 10000, n % 10000), id, 'QUEUED', email,
            'hello@acme.example', 'MARKETING', 'CAMPAIGN', $2, now(), now()
       from (select *, row_number() over (order by id) as n from contacts where project_id = $1) c`,
    [projectId, randomUUIDv7()],
  );
  const seconds = (performance.now() - start) / 1_000;
  await client.query('drop table bare_emails');
  return (rowCount ?? 0) / seconds;
}
