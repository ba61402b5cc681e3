import { type RawBuilder, sql } from 'kysely';
import type { ProjectReader } from '#platform/context';
import { type EventFilter, hasName, isUnfolded, isWithin } from './event-filter.ts';
import { cutIntoDays, dayOf, withoutFuture } from './whole-days.ts';

/** Exact: folded counts, events not folded yet, and the ends of the period that are no whole days, in one statement. */
export async function countEvents(reader: ProjectReader, filter: EventFilter): Promise<number> {
  const period = withoutFuture(filter.period, reader.now);
  const parts = period.from || period.until ? partsOf(reader, filter) : totals(reader, filter);
  const { rows } = await sql<{ count: string }>`
    select coalesce(sum(count), 0) as count from (${sql.join(parts, sql` union all `)}) p`.execute(reader.db);
  return Number(rows[0]?.count ?? 0);
}

/** Without a period the totals of the names are enough. */
const totals = ({ projectId }: ProjectReader, filter: EventFilter): RawBuilder<unknown>[] => [
  sql`select total as count from event_names where project_id = ${projectId} and ${hasName('name', filter)}`,
  sql`select count(*) from events e where e.project_id = ${projectId} and ${isUnfolded} and ${hasName('e.name', filter)}`,
];

function partsOf({ projectId, now }: ProjectReader, filter: EventFilter): RawBuilder<unknown>[] {
  const { days, edges } = cutIntoDays(withoutFuture(filter.period, now));
  const rows = sql`select count(*) as count from events e where e.project_id = ${projectId} and ${hasName('e.name', filter)}`;
  const parts = edges.map((edge) => sql`${rows} and ${isWithin('e.created_at', edge)}`);
  if (!days) return parts;
  const from = days.from ? sql`and day >= ${dayOf(days.from)}::date` : sql``;
  const until = days.until ? sql`and day < ${dayOf(days.until)}::date` : sql``;
  return [
    ...parts,
    sql`select sum(count) as count from event_counts where project_id = ${projectId} and ${hasName('name', filter)} ${from} ${until}`,
    sql`${rows} and ${isUnfolded} and ${isWithin('e.created_at', days)}`,
  ];
}
