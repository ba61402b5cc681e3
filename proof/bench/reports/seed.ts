import { randomUUIDv7 } from 'node:crypto';
import type { Client } from 'pg';

export interface ReportSizes {
  readonly emails: number;
  readonly events: number;
}

const batch = 20_000;
const days = 60;

/** Mails and events of the last 60 days, with the figures that their transactions and folds would have left. */
export async function seedReports(client: Client, projectId: string, sizes: ReportSizes): Promise<void> {
  for (let from = 0; from < sizes.emails; from += batch) {
    await client.query(
      `insert into emails (project_id, id, status, from_email, type, source_type, sent_at, delivered_at, opened_at, clicked_at, created_at, updated_at)
       select $1, gen_random_uuid(), case when n % 20 = 0 then 'CLICKED' when n % 4 = 0 then 'OPENED' else 'DELIVERED' end, 'a@acme.example',
              'MARKETING', (array['CAMPAIGN', 'WORKFLOW', 'TRANSACTIONAL'])[1 + n % 3], at, at + interval '1 minute',
              case when n % 4 = 0 then at + interval '3 hours' end, case when n % 20 = 0 then at + interval '4 hours' end, at, at
         from generate_series($2::int, $3::int) n
        cross join lateral (select date_trunc('milliseconds', now() - n::float8 / $4 * interval '${days} days') as at) t`,
      [projectId, from, Math.min(from + batch, sizes.emails) - 1, sizes.emails],
    );
  }
  const contactId = randomUUIDv7();
  for (let from = 0; from < sizes.events; from += 5 * batch) {
    await client.query(
      `insert into events (project_id, created_at, id, contact_id, name)
       select $1, date_trunc('milliseconds', now() - n::float8 / $4 * interval '${days} days'), gen_random_uuid(), $5, 'name ' || n % 20
         from generate_series($2::int, $3::int) n`,
      [projectId, from, Math.min(from + 5 * batch, sizes.events) - 1, sizes.events, contactId],
    );
  }
}

/** Everything is folded, as it is an hour later. */
export async function foldSeed(client: Client): Promise<void> {
  await client.query(`
    insert into event_counts (project_id, day, name, gap, count)
    select project_id, event_day(created_at), name, 100, count(*) from events group by 1, 2, 3`);
  await client.query(`
    insert into event_quarters (project_id, quarter, name, count)
    select project_id, quarter_of(created_at), name, count(*) from events group by 1, 2, 3`);
  await client.query(`
    insert into event_names (project_id, name, first_seen_at, total)
    select project_id, name, min(created_at), count(*) from events group by 1, 2`);
  await client.query(`update event_mark set folded_to = now(), safe_to = now(), quarters_from = '-infinity'`);
  for (let folded = 1; folded > 0; ) {
    folded = Number((await client.query('select fold_mail_figures(5000) as n')).rows[0].n);
  }
  await client.query('vacuum analyze');
}
