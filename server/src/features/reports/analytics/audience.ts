import { sql } from 'kysely';
import type { ProjectContext } from '#platform/context';
import { splitByZone } from '#pure/quarters';
import type { GivenReport } from '../period.ts';
import { loadScope } from './report-scope.ts';

/** What happened to the contacts of a project in one day. */
export interface AudienceDay {
  readonly date: string;
  readonly created: number;
  readonly deleted: number;
  readonly subscribed: number;
  readonly unsubscribed: number;
  /** Of the created ones; sources without any are left out. */
  readonly bySource: Readonly<Record<string, number>>;
}

type Row = Omit<AudienceDay, 'date' | 'bySource'> & { readonly place: number; readonly source: string };

/** Contacts that came, went and changed their state, by day, oldest first (D-1025). Days from before there were figures are left out. */
export function loadAudience(ctx: ProjectContext, query: GivenReport): Promise<AudienceDay[]> {
  return ctx.read(async (reader) => {
    const { db, projectId } = reader;
    const scope = await loadScope(reader, query);
    const days = splitByZone(scope, scope.zone, 'day');
    const [start, { rows }] = await Promise.all([
      db.selectFrom('contactFigureStarts').select('countedFrom').where('projectId', '=', projectId).executeTakeFirst(),
      sql<Row>`
        select width_bucket(quarter, ${days.map(({ from }) => from)}::timestamptz[]) as place, source,
               sum(created)::float8 as created, sum(deleted)::float8 as deleted, sum(subscribed)::float8 as subscribed,
               sum(unsubscribed)::float8 as unsubscribed
          from contact_figures
         where project_id = ${projectId} and quarter >= ${scope.from}::timestamptz and quarter < ${scope.until}::timestamptz
         group by 1, 2 order by 1, 2`.execute(db),
    ]);
    const byPlace = Map.groupBy(rows, ({ place }) => place);
    return days.flatMap(({ label, from }, index) =>
      start && from < start.countedFrom ? [] : [dayOf(label, byPlace.get(index + 1) ?? [])],
    );
  });
}

function dayOf(date: string, rows: readonly Row[]): AudienceDay {
  const sum = (name: 'created' | 'deleted' | 'subscribed' | 'unsubscribed'): number =>
    rows.reduce((all, row) => all + row[name], 0);
  const sources = rows.filter(({ created }) => created > 0).map(({ source, created }) => [source, created]);
  return {
    date,
    created: sum('created'),
    deleted: sum('deleted'),
    subscribed: sum('subscribed'),
    unsubscribed: sum('unsubscribed'),
    bySource: Object.fromEntries(sources),
  };
}
