import { type RawBuilder, sql } from 'kysely';
import type { ContactId } from '#features/contacts';
import type { ProjectReader } from '#platform/context';
import type { Keyset } from '#platform/http';
import type { JsonObject, JsonValue } from '#pure/custom-fields';
import { limits } from '#pure/limits';
import { type EventKind, isOfKind, kindOfEvent } from './event-kind.ts';
import { noIds, type TimelineItem } from './timeline.ts';

interface EventRow {
  readonly id: string;
  readonly name: string;
  readonly data: JsonObject | null;
  readonly emailId: string | null;
  readonly createdAt: Date;
}

export interface EventItems {
  readonly items: readonly TimelineItem[];
  /** The last event that was looked at; what is older is not known. Null: everything was looked at, or the page is full. */
  readonly lookedTo: { readonly id: string; readonly createdAt: Date } | null;
}

/**
 * The next events of a contact that are items of these kinds. Limit: a call looks at so many of its events and no more, so a page of a
 * rare kind may be short although there are more.
 */
export async function listEvents(
  reader: ProjectReader,
  { contactId, kinds, keyset }: { contactId: ContactId; kinds: readonly EventKind[]; keyset: Keyset<'createdAt'> },
): Promise<EventItems> {
  if (kinds.length === 0) return { items: [], lookedTo: null };
  // Why both: the first condition alone tells the planner which months it can leave out.
  const isOld = keyset.after ? sql`e.created_at <= ${keyset.after.value}::timestamptz` : sql`true`;
  const next = (columns: RawBuilder<unknown>) => sql`
    select ${columns} from events e
     where e.project_id = ${reader.projectId} and e.contact_id = ${contactId} and ${isOld} and ${keyset.isBeyond('e')}
     order by ${keyset.orderBy('e')}`;
  const columns = sql`e.id, e.name, e.data, e.email_id, e.created_at`;
  const { rows } = await sql<EventRow>`
    select ${columns} from (${next(columns)} limit ${limits.timelineEventsLookedAt}) e
     where ${isOfKind(kinds)} order by ${keyset.orderBy('e')} limit ${keyset.limit}`.execute(reader.db);
  const items = rows.map(itemOf);
  if (rows.length === keyset.limit) return { items, lookedTo: null };
  const { rows: last } = await sql<{ id: string; createdAt: Date }>`
    ${next(sql`e.id, e.created_at`)} offset ${limits.timelineEventsLookedAt - 1} limit 1`.execute(reader.db);
  return { items, lookedTo: last[0] ?? null };
}

function itemOf({ id, name, data, emailId, createdAt }: EventRow): TimelineItem {
  const kind = kindOfEvent(name);
  const item = { ...noIds, id, kind, createdAt, name, emailId, data };
  if (kind === 'event') return item;
  const { segmentId, emailId: byEmail, campaignId, source = null, reason = null } = data ?? {};
  if (kind === 'segment') return { ...item, segmentId: textOrNull(segmentId) };
  return { ...item, emailId: textOrNull(byEmail), campaignId: textOrNull(campaignId), data: { source, reason } };
}

const textOrNull = (value: JsonValue | undefined): string | null => (typeof value === 'string' ? value : null);

/** How many there are among the newest events, of which so many are looked at. */
export const countEvents = (
  { projectId }: ProjectReader,
  contactId: ContactId,
  kinds: readonly EventKind[],
): RawBuilder<number> =>
  kinds.length === 0
    ? sql`0`
    : sql`(select count(*)::int from (
        select e.name from events e where e.project_id = ${projectId} and e.contact_id = ${contactId}
         order by e.created_at desc, e.id desc limit ${limits.timelineItemsCounted}) e where ${isOfKind(kinds)})`;
