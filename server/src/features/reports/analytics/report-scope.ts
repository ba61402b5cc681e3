import { type RawBuilder, sql } from 'kysely';
import type { ProjectReader } from '#platform/context';
import { quarterAfter, quarterOf } from '#pure/quarters';
import { type GivenReport, readPeriod } from '../period.ts';

/** What a report is about, once the settings of the project are known. */
export interface ReportScope {
  /** A whole quarter of an hour, as figures are kept. */
  readonly from: Date;
  /** The quarter that no longer belongs to it. */
  readonly until: Date;
  readonly zone: string;
  readonly mode: 'live' | 'test' | 'all';
  /** Mails that were accepted before this moment are not counted yet (D-1004); null: all are. */
  readonly incompleteBefore: Date | null;
}

/** Reads period and mode with the settings of the project. */
export async function loadScope(
  { db, projectId, now }: ProjectReader,
  query: GivenReport,
  options?: { maxDays: number },
): Promise<ReportScope> {
  const { rows } = await sql<{ timezone: string; mode: 'live' | 'test'; countedFrom: number | null }>`
    select p.timezone, p.mode, extract(epoch from f.counted_from)::float8 * 1000 as counted_from
      from projects p left join mail_figure_fills f on f.project_id = p.id where p.id = ${projectId}`.execute(db);
  const [project] = rows;
  if (!project) throw new Error('a project that asks is gone');
  const { countedFrom, timezone } = project;
  const { from, to, tz } = readPeriod(query, { timezone, now, ...options });
  return {
    from: quarterOf(from),
    until: quarterAfter(to),
    zone: tz,
    mode: query.mode ?? project.mode,
    incompleteBefore: countedFrom === null ? null : new Date(Math.min(countedFrom, now.getTime())),
  };
}

/** The rows of `mail_figures` that a report sums. */
export const figuresOf = ({ projectId }: ProjectReader, { from, until, mode }: ReportScope): RawBuilder<boolean> =>
  sql<boolean>`project_id = ${projectId} and quarter >= ${from}::timestamptz and quarter < ${until}::timestamptz
    and (${mode}::text = 'all' or source = 'NONE' or is_test = (${mode}::text = 'test'))`;

/** A percentage with two decimals; 0 of nothing (D-1003). */
export const rateOf = (part: number, base: number): number =>
  base === 0 ? 0 : Math.round((part / base) * 10_000) / 100;
