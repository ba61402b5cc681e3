import { type RawBuilder, sql } from 'kysely';
import type { ProjectReader } from '#platform/context';
import type { Period } from '#platform/http';
import { isQuarter } from '#pure/quarters';
import { type EventFilter, hasName, isUnfolded, isWithin } from './event-filter.ts';
import { cutIntoDays, dayOf, withoutFuture } from './whole-days.ts';

/** Queries whose rows (name, count) together are the events of a filter: stored counts, and events that are in none. */
export function countedParts(reader: ProjectReader, filter: EventFilter): RawBuilder<unknown>[] {
  const period = withoutFuture(filter.period, reader.now);
  if (!period.from && !period.until) return totals(reader, filter);
  const { days, edges } = cutIntoDays(period);
  const rows = logOf(reader, filter);
  const parts = edges.flatMap((edge) => partsOfEdge(reader, filter, edge));
  if (!days) return parts;
  const from = days.from ? sql`and day >= ${dayOf(days.from)}::date` : sql``;
  const until = days.until ? sql`and day < ${dayOf(days.until)}::date` : sql``;
  return [
    ...parts,
    sql`select name, sum(count) as count from event_counts
         where project_id = ${reader.projectId} and ${hasName('name', filter)} ${from} ${until} group by name`,
    sql`${rows} and ${isUnfolded} and ${isWithin('e.created_at', days)} group by e.name`,
  ];
}

/** Without a period the totals of the names are enough. */
const totals = (reader: ProjectReader, filter: EventFilter): RawBuilder<unknown>[] => [
  sql`select name, total as count from event_names where project_id = ${reader.projectId} and ${hasName('name', filter)}`,
  sql`${logOf(reader, filter)} and ${isUnfolded} group by e.name`,
];

/** Less than a day. Whole quarters of an hour are stored, unless they were counted by a version that did not store them. */
function partsOfEdge(
  reader: ProjectReader,
  filter: EventFilter,
  edge: { from: Date; until: Date } & Period,
): RawBuilder<unknown>[] {
  const rows = logOf(reader, filter);
  if (!isQuarter(edge.from) || !isQuarter(edge.until)) {
    return [sql`${rows} and ${isWithin('e.created_at', edge)} group by e.name`];
  }
  const isStored = sql`${edge.from}::timestamptz >= quarters_from`;
  return [
    sql`select name, sum(count) as count from event_quarters
         where project_id = ${reader.projectId} and ${isWithin('quarter', edge)} and ${hasName('name', filter)}
           and (select ${isStored} from event_mark) group by name`,
    sql`${rows} and ${isWithin('e.created_at', edge)}
           and e.created_at > (select case when ${isStored} then folded_to else '-infinity' end from event_mark) group by e.name`,
  ];
}

const logOf = ({ projectId }: ProjectReader, filter: EventFilter): RawBuilder<unknown> =>
  sql`select e.name, count(*) as count from events e where e.project_id = ${projectId} and ${hasName('e.name', filter)}`;
