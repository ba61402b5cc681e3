import { sql } from 'kysely';
import type { ProjectReader } from '#platform/context';
import { type Category, categories } from './category.ts';

/** What is counted of a category in the current period. */
export interface CategoryUsage {
  readonly category: Category;
  readonly cap: number | null;
  readonly used: number;
}

export interface Usage {
  readonly periodStart: Date;
  readonly periodEnd: Date;
  /** Of the subscription; null without one. */
  readonly currency: string | null;
  /** All categories, in one order. */
  readonly categories: readonly CategoryUsage[];
}

interface UsageRow {
  category: Category;
  cap: string | null;
  used: string;
  periodStart: Date;
  periodEnd: Date;
  currency: string | null;
}

/** The caps of a project and the usage of the current period. At most seventeen rows a category are read. */
export async function loadUsage({ db, projectId }: ProjectReader): Promise<Usage> {
  const { rows } = await sql<UsageRow>`
    select w.category, c.cap, p.period_start, p.period_end,
           (select s.subscription_currency from projects s where s.id = ${projectId}) as currency,
           (select coalesce(sum(u.used), 0) from billing_usage u
             where u.project_id = ${projectId} and u.category = w.category and u.period_start = p.period_start) as used
      from billing_period(${projectId}, now()) p
     cross join unnest(${categories}::text[]) with ordinality w (category, n)
      left join billing_caps c on c.project_id = ${projectId} and c.category = w.category
     order by w.n`.execute(db);
  const [first] = rows;
  if (!first) throw new Error('every category has a row');
  const { periodStart, periodEnd, currency } = first;
  const list = rows.map(({ category, cap, used }) => ({
    category,
    cap: cap === null ? null : Number(cap),
    used: Number(used),
  }));
  return { periodStart, periodEnd, currency, categories: list };
}

/** How many more mails of a category may be counted now; null: as many as there are. It may change at any time. */
export async function roomOf(reader: ProjectReader, category: Category): Promise<CapRoom | null> {
  const { categories: list, periodEnd } = await loadUsage(reader);
  const found = list.find((one) => one.category === category);
  if (!found || found.cap === null) return null;
  return { limit: found.cap, usage: found.used, left: Math.max(0, found.cap - found.used), resetsAt: periodEnd };
}

export interface CapRoom {
  readonly limit: number;
  readonly usage: number;
  readonly left: number;
  readonly resetsAt: Date;
}
