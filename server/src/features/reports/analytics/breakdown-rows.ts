import { type RawBuilder, sql } from 'kysely';
import type { ProjectReader } from '#platform/context';
import type { GivenReport } from '../period.ts';
import { loadScope, type ReportScope } from './report-scope.ts';
import type { Stream } from './timeseries.ts';

const dayMs = 86_400_000;

export interface BreakdownQuery extends GivenReport {
  readonly stream: Stream | undefined;
}

export interface BreakdownScope extends ReportScope {
  readonly stream: Stream;
}

/** Breakdowns begin with the version that brought them: the period is cut there, and `incompleteBefore` says so (D-1004). */
export async function loadBreakdownScope(reader: ProjectReader, query: BreakdownQuery): Promise<BreakdownScope> {
  const [scope, start] = await Promise.all([
    loadScope(reader, query),
    reader.db
      .selectFrom('mailBreakdownStarts')
      .select('countedFrom')
      .where('projectId', '=', reader.projectId)
      .executeTakeFirst(),
  ]);
  const stream = query.stream ?? 'ALL';
  const countedFrom = start?.countedFrom ?? scope.from;
  if (countedFrom <= scope.from) return { ...scope, stream, incompleteBefore: null };
  const from = new Date(Math.min(countedFrom.getTime(), scope.until.getTime()));
  return { ...scope, stream, from, incompleteBefore: countedFrom };
}

type Dimension = 'delivery' | 'bounce' | 'campaign' | 'workflow' | 'template';

/**
 * The rows of these dimensions whose sum is the period: whole days of UTC, the quarters before and after them, and in between what is not
 * folded into its day yet. One statement reads them, so nothing is missed or counted twice.
 */
export function breakdownRows(
  { projectId }: ProjectReader,
  { from, until, mode, stream }: BreakdownScope,
  dimensions: readonly Dimension[],
): RawBuilder<unknown> {
  const days = wholeDays(from, until);
  const part = (span: 'quarter' | 'day', begin: Date, end: Date, isFolded: RawBuilder<boolean>) => sql`
    select * from mail_breakdowns
     where project_id = ${projectId} and span = ${span} and dimension = any(${[...dimensions]}::text[])
       and at >= ${begin}::timestamptz and at < ${end}::timestamptz and ${isFolded}
       and (${mode}::text = 'all' or is_test = (${mode}::text = 'test')) and (${stream}::text = 'ALL' or source = ${stream}::text)`;
  return sql`(${sql.join(
    [
      part('day', days.from, days.until, sql`true`),
      part('quarter', days.from, days.until, sql`slot <> 0`),
      part('quarter', from, days.from, sql`true`),
      part('quarter', days.until, until, sql`true`),
    ],
    sql` union all `,
  )})`;
}

/** The days of UTC that lie within a period; without any, both ends are the end of the period. */
function wholeDays(from: Date, until: Date): { readonly from: Date; readonly until: Date } {
  const first = new Date(Math.ceil(from.getTime() / dayMs) * dayMs);
  const last = new Date(Math.floor(until.getTime() / dayMs) * dayMs);
  return first < last ? { from: first, until: last } : { from: until, until };
}
