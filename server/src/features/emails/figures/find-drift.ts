import { type RawBuilder, sql } from 'kysely';
import type { ProjectReader } from '#platform/context';

/** A figure that is not what the rows of the mails say. */
export interface MailDrift {
  readonly quarter: Date;
  readonly source: string;
  readonly isTest: boolean;
  readonly figure: string;
  readonly kept: number;
  readonly rows: number;
}

/** Figures about the mails that were accepted in a quarter. */
const byAcceptance = sql`(key = 'accepted' or key like 'of\_%' or key like 'now\_%')`;

export interface Quarters {
  /** The beginning of a quarter of an hour. */
  readonly from: Date;
  /** The beginning of the first one that is left out; null: none is. */
  readonly to: Date | null;
}

/**
 * Where the figures of a project differ from its mails. Any difference is a defect. With a period: what was accepted in it, and what
 * has become of that. Without one it reads all mails, and is for tests and operators.
 */
export async function findMailDrift({ db, projectId }: ProjectReader, period?: Quarters): Promise<MailDrift[]> {
  const within = (column: RawBuilder<unknown>): RawBuilder<boolean> =>
    period
      ? sql`${column} >= ${period.from}::timestamptz and ${column} < coalesce(${period.to}::timestamptz, 'infinity')`
      : sql`true`;
  const { rows } = await sql<Omit<MailDrift, 'kept' | 'rows'> & { kept: string; rows: string }>`
    with mails as (
      select to_jsonb(f) as fact, count(*) as times from emails m
       cross join lateral mail_facts(1, m.project_id, m.source_type, m.is_test, m.status, m.created_at, m.sent_at, m.delivered_at,
                                     m.opened_at, m.clicked_at, m.bounced_at, m.complained_at) f
       where m.project_id = ${projectId} and ${within(sql`m.created_at`)} and ${period ? sql`f.accepted <> 0` : sql`true`}
         and m.created_at >= coalesce((select counted_from from mail_figure_fills where project_id = ${projectId}), '-infinity')
       group by f),
    facts as (
      select true as is_kept, to_jsonb(g) as fact, 1 as times from mail_figures g where g.project_id = ${projectId} and ${within(sql`g.quarter`)}
      union all
      select false, fact, times from mails),
    sums as (
      select (fact ->> 'quarter')::timestamptz as quarter, fact ->> 'source' as source, (fact ->> 'is_test')::boolean as is_test, key,
             coalesce(sum(value::bigint) filter (where is_kept), 0) as kept,
             coalesce(sum(value::bigint * times) filter (where not is_kept), 0) as rows
        from facts cross join lateral jsonb_each_text(fact - array['project_id', 'quarter', 'source', 'is_test', 'slot'])
       where key <> 'unsubscribed' and (${period ? byAcceptance : sql`true`})
       group by 1, 2, 3, 4)
    select quarter, source, is_test, key as figure, kept, rows from sums where kept <> rows
     order by quarter, source, is_test, key`.execute(db);
  return rows.map((row) => ({ ...row, kept: Number(row.kept), rows: Number(row.rows) }));
}
