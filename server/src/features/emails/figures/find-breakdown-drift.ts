import { type RawBuilder, sql } from 'kysely';
import type { ProjectReader } from '#platform/context';
import type { MailDrift, Quarters } from './find-drift.ts';

/**
 * Where the breakdowns of a project differ: what happened from the figures of the same quarters, sources from the mails that were accepted
 * in them. Which provider a mail counted for cannot be read from it once its contact is deleted, so only the sums are compared. Without a
 * period it reads all mails, compares days with their quarters too, and is for tests and operators.
 */
export async function findBreakdownDrift({ db, projectId }: ProjectReader, period?: Quarters): Promise<MailDrift[]> {
  const within = (column: RawBuilder<unknown>): RawBuilder<boolean> => sql`${column} >= ${begin}
    and ${column} >= ${period?.from ?? new Date(0)}::timestamptz
    and ${column} < coalesce(${period?.to ?? null}::timestamptz, 'infinity')`;
  const begin = sql`coalesce((select counted_from from mail_breakdown_starts where project_id = ${projectId}), '-infinity')`;
  const rowsOf = (span: 'quarter' | 'day') => sql`
    from mail_breakdowns b cross join lateral ${figuresOf(sql`b`)}
   where b.project_id = ${projectId} and b.span = ${span}`;
  const daysCompared = sql`
      union all
      select true, b.at, b.source, b.is_test, concat_ws(' ', 'day', b.dimension, b.name, nullif(b.detail, ''), v.figure), v.n ${rowsOf('day')}
      union all
      select false, date_trunc('day', b.at, 'UTC'), b.source, b.is_test, concat_ws(' ', 'day', b.dimension, b.name, nullif(b.detail, ''), v.figure), v.n
        ${rowsOf('quarter')} and b.slot = 0`;
  const { rows } = await sql<Omit<MailDrift, 'kept' | 'rows'> & { kept: string; rows: string }>`
    with facts (is_kept, quarter, source, is_test, figure, n) as (
      select true, b.at, b.source, b.is_test, concat_ws(' ', b.dimension, v.figure), v.n
        ${rowsOf('quarter')} and b.dimension in ('delivery', 'bounce') and ${within(sql`b.at`)} and ${isFilled(projectId)}
      union all
      select false, f.quarter, f.source, f.is_test, w.figure, w.n from mail_figures f
       cross join lateral (values ('delivery sent', f.sent), ('delivery delivered', f.delivered), ('delivery opened', f.opened),
                                  ('delivery clicked', f.clicked), ('delivery bounced', f.bounced),
                                  ('delivery complained', f.complained), ('bounce bounced', f.bounced)) w (figure, n)
       where f.project_id = ${projectId} and ${within(sql`f.quarter`)} and ${isFilled(projectId)}
      union all
      select true, b.at, b.source, b.is_test, concat_ws(' ', b.dimension, b.name, v.figure), v.n
        ${rowsOf('quarter')} and b.dimension in ('campaign', 'workflow', 'template') and ${within(sql`b.at`)}
      union all
      select false, b.at, b.source, b.is_test, concat_ws(' ', b.dimension, b.name, v.figure), v.n from emails m
       cross join lateral mail_breakdown_facts(
         1, m.project_id, m.source_type, m.is_test, m.status, m.created_at, m.sent_at, m.delivered_at, m.opened_at, m.clicked_at,
         m.bounced_at, m.complained_at, m.recipient, m.from_email, m.error, m.campaign_id, m.workflow_id, m.template_id) b
       cross join lateral ${figuresOf(sql`b`)}
       where m.project_id = ${projectId} and ${within(sql`m.created_at`)}
         and b.dimension in ('campaign', 'workflow', 'template')
      ${period ? sql`` : daysCompared}),
    sums as (
      select quarter, source, is_test, figure, coalesce(sum(n) filter (where is_kept), 0) as kept,
             coalesce(sum(n) filter (where not is_kept), 0) as rows
        from facts group by 1, 2, 3, 4)
    select * from sums where kept <> rows order by quarter, source, is_test, figure`.execute(db);
  return rows.map((row) => ({ ...row, kept: Number(row.kept), rows: Number(row.rows) }));
}

const figuresOf = (row: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (values ('accepted', ${row}.accepted), ('sent', ${row}.sent), ('delivered', ${row}.delivered), ('opened', ${row}.opened),
          ('clicked', ${row}.clicked), ('bounced', ${row}.bounced), ('complained', ${row}.complained)) v (figure, n)`;

/** While earlier mails are being counted, figures lack what breakdowns have. */
const isFilled = (projectId: string): RawBuilder<boolean> =>
  sql<boolean>`not exists (select from mail_figure_fills where project_id = ${projectId})`;
