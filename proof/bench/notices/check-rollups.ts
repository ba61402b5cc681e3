import type { Client } from 'pg';
import type { ExpectedEmail } from './random-notices.ts';

interface RollupCheck {
  readonly what: string;
  readonly expected: number;
  readonly found: number;
}

/** Every count that notices change, compared with the rows it counts. */
export async function checkRollups(
  client: Client,
  projectId: string,
  ids: readonly string[],
  expected: readonly ExpectedEmail[],
): Promise<RollupCheck[]> {
  await client.query(
    'create temp table expected (id uuid primary key, status text, opens int, clicks int, is_permanent boolean, is_dead boolean, is_complaint boolean)',
  );
  const page = 20_000;
  for (let from = 0; from < expected.length; from += page) {
    const rows = expected.slice(from, from + page);
    await client.query(
      `insert into expected select * from unnest($1::uuid[], $2::text[], $3::int[], $4::int[], $5::boolean[], $6::boolean[], $7::boolean[])`,
      [
        ids.slice(from, from + rows.length),
        rows.map(({ status }) => status),
        rows.map(({ opens }) => opens),
        rows.map(({ clicks }) => clicks),
        rows.map(({ isPermanent }) => isPermanent),
        rows.map(({ isDead }) => isDead),
        rows.map(({ isComplaint }) => isComplaint),
      ],
    );
  }
  await client.query('analyze expected');
  const { rows } = await client.query<{ what: string; expected: string; found: string }>(checks, [projectId]);
  return rows.map((row) => ({ what: row.what, expected: Number(row.expected), found: Number(row.found) }));
}

const checks = `
  with counted as materialized (
    select x.*, e.status as now, e.opens as now_opens, e.clicks as now_clicks, e.recipient, e.sent_at, e.delivered_at,
           e.opened_at, e.clicked_at, e.bounced_at, e.complained_at, e.bounce_type
      from expected x join emails e on e.project_id = $1 and e.id = x.id),
  recorded as materialized (select name, count(*) as events, count(distinct email_id) as emails from events where project_id = $1 group by name),
  once as (
    select 'email.delivery' as name, count(*) filter (where delivered_at is not null) as emails from counted
    union all select 'email.open', count(*) filter (where opened_at is not null) from counted
    union all select 'email.bounce', count(*) filter (where bounced_at is not null) from counted
    union all select 'email.complaint', count(*) filter (where complained_at is not null) from counted)
  select 'emails with another status or counter than expected' as what, 0 as expected,
         count(*) filter (where now <> status or now_opens <> opens or now_clicks <> clicks
                            or (bounce_type is not distinct from 'Permanent') <> is_permanent
                            or (complained_at is not null) <> is_complaint) as found from counted
  union all select 'emails looked at', (select count(*) from expected), count(*) from counted
  union all select 'deliveries left', 0, count(*) from deliveries where project_id = $1
  union all select o.name || ' events', o.emails, coalesce(t.events, 0) from once o left join recorded t on t.name = o.name
  union all select o.name || ' emails', o.emails, coalesce(t.emails, 0) from once o left join recorded t on t.name = o.name
  union all select 'counter of ' || t.name, t.events, (select sum(total) from contact_events c where c.project_id = $1 and c.name = t.name)
    from recorded t
  union all select 'suppressed addresses', (select count(distinct recipient) from counted where is_dead or is_complaint), count(*)
    from suppressions where project_id = $1
  union all select 'of them for a complaint', (select count(distinct recipient) from counted where is_complaint),
         count(*) filter (where reason = 'COMPLAINT') from suppressions where project_id = $1
  union all select 'reputation, bounces', (select count(*) from counted where is_permanent), coalesce(sum(bounces), 0)
    from reputation_counts where project_id = $1 and scope = 'project'
  union all select 'reputation, complaints', (select count(*) from counted where is_complaint), coalesce(sum(complaints), 0)
    from reputation_counts where project_id = $1 and scope = 'project'
  union all select 'reputation, sent', (select count(*) from events where project_id = $1 and name = 'email.sent'), coalesce(sum(sent), 0)
    from reputation_counts where project_id = $1 and scope = 'project'`;
