import { sql } from 'kysely';
import type { ProjectContext, ProjectReader } from '#platform/context';
import type { Period } from '#platform/http';
import { limits } from '#pure/limits';
import type { EventSource } from './event.ts';
import { hasName, isUnfolded, isWithin } from './event-filter.ts';
import { dayOf, daysAfter, isStartOfDay, startOfDay, withoutFuture } from './whole-days.ts';

export interface EventStats {
  name: string;
  count: number;
  uniqueContacts: number;
  lastSeenAt: Date;
}

interface StatsQuery {
  source: EventSource | undefined;
  period: Period;
}

const defaultDays = 30;
/** The gaps of the counts distinguish first events within this many days. */
const maxGapDays = 100;

/** The most frequent names of a period with how many people they reached (D-411); the last 30 days by default. */
export function eventStats(ctx: ProjectContext, query: StatsQuery): Promise<EventStats[]> {
  return ctx.read(async (reader) => {
    const until = withoutFuture(query.period, reader.now).until;
    const end = until ?? reader.now;
    const from = query.period.from ?? daysAfter(startOfDay(end), -defaultDays);
    const hasCounts = isStartOfDay(from) && (!until || isStartOfDay(until)) && end <= daysAfter(from, maxGapDays);
    const loadStats = hasCounts ? fromCounts : fromLog;
    const rows = await loadStats(reader, query, { from, until });
    return rows.map((row) => ({
      ...row,
      count: Number(row.count),
      uniqueContacts: Number(row.uniqueContacts),
    }));
  });
}

type StatsRow = { name: string; count: string; uniqueContacts: string; lastSeenAt: Date };
type StatsWindow = { from: Date; until: Date | null };

/** Whole days: the gap of a contact's first event of a name within them reaches back before them. */
async function fromCounts(
  { db, projectId }: ProjectReader,
  query: StatsQuery,
  window: StatsWindow,
): Promise<StatsRow[]> {
  const first = sql`${dayOf(window.from)}::date`;
  const until = window.until ? sql`and day < ${dayOf(window.until)}::date` : sql``;
  const { rows } = await sql<StatsRow>`
    select s.name, s.count, s.unique_contacts, l.created_at as last_seen_at
      from (
        select name, sum(count) as count, coalesce(sum(count) filter (where gap > day - ${first}), 0) as unique_contacts
          from (select name, day, gap, count from event_counts
                 where project_id = ${projectId} and day >= ${first} ${until} and ${hasName('name', named(query))}
                union all
                select e.name, event_day(e.created_at), event_gap(e.created_at, e.previous_at), 1 from events e
                 where e.project_id = ${projectId} and ${isUnfolded} and ${isWithin('e.created_at', window)}
                   and ${hasName('e.name', named(query))}) c
         group by name having sum(count) > 0 order by count desc, name limit ${limits.eventStatsListed}) s
     cross join lateral (
       select e.created_at from events e
        where e.project_id = ${projectId} and e.name = s.name and ${isWithin('e.created_at', window)}
        order by e.created_at desc limit 1) l
     order by s.count desc, s.name`.execute(db);
  return rows;
}

/** Any other period is read from the log itself. */
async function fromLog({ db, projectId }: ProjectReader, query: StatsQuery, window: StatsWindow): Promise<StatsRow[]> {
  const { rows } = await sql<StatsRow>`
    select e.name, count(*) as count, max(e.created_at) as last_seen_at,
           count(*) filter (where e.previous_at is null or e.previous_at < ${window.from}::timestamptz) as unique_contacts
      from events e
     where e.project_id = ${projectId} and ${isWithin('e.created_at', window)} and ${hasName('e.name', named(query))}
     group by e.name order by count desc, e.name limit ${limits.eventStatsListed}`.execute(db);
  return rows;
}

const named = ({ source }: StatsQuery) => ({ name: undefined, source });
