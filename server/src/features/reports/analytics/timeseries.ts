import { sql } from 'kysely';
import type { ProjectContext } from '#platform/context';
import { splitByZone } from '#pure/quarters';
import type { GivenReport } from '../period.ts';
import { figuresOf, loadScope } from './report-scope.ts';

export const streams = ['ALL', 'TRANSACTIONAL', 'CAMPAIGN', 'WORKFLOW'] as const;
export type Stream = (typeof streams)[number];

export interface TimeseriesQuery extends GivenReport {
  readonly stream: Stream | undefined;
  readonly interval: 'day' | 'hour' | undefined;
}

const figures = [
  'accepted',
  'emails',
  'delivered',
  'opens',
  'clicks',
  'bounces',
  'complaints',
  'unsubscribes',
] as const;
type Figures = Record<(typeof figures)[number], number>;

export interface TimeseriesEntry extends Figures {
  readonly date: string;
}

const maxHourlyDays = 31;

/** What happened in each day or hour of a period, oldest first (D-1020). Days that are not counted yet are left out. */
export function loadTimeseries(ctx: ProjectContext, query: TimeseriesQuery): Promise<TimeseriesEntry[]> {
  const interval = query.interval ?? 'day';
  return ctx.read(async (reader) => {
    const scope = await loadScope(reader, query, interval === 'hour' ? { maxDays: maxHourlyDays } : undefined);
    const intervals = splitByZone(scope, scope.zone, interval);
    const stream = query.stream === undefined || query.stream === 'ALL' ? sql`true` : sql`source = ${query.stream}`;
    const { rows } = await sql<Figures & { place: number }>`
      select width_bucket(quarter, ${intervals.map(({ from }) => from)}::timestamptz[]) as place,
             sum(accepted)::float8 as accepted, sum(sent)::float8 as emails, sum(delivered)::float8 as delivered,
             sum(opened)::float8 as opens, sum(clicked)::float8 as clicks, sum(bounced)::float8 as bounces,
             sum(complained)::float8 as complaints, sum(unsubscribed)::float8 as unsubscribes
        from mail_figures where ${figuresOf(reader, scope)} and ${stream} group by 1`.execute(reader.db);
    const byPlace = new Map(rows.map(({ place, ...row }) => [place, row]));
    const { incompleteBefore } = scope;
    return intervals.flatMap(({ label, from }, index) =>
      incompleteBefore && from < incompleteBefore ? [] : [{ date: label, ...(byPlace.get(index + 1) ?? nothing) }],
    );
  });
}

const nothing = Object.fromEntries(figures.map((name) => [name, 0])) as Figures; // all of them
