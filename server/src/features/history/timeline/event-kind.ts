import { type RawBuilder, sql } from 'kysely';
import { isReservedEventName, reservedNamePattern } from '#pure/event-names';
import type { TimelineKind } from './timeline.ts';

export const eventKinds = ['event', 'segment', 'subscription'] as const satisfies readonly TimelineKind[];
export type EventKind = (typeof eventKinds)[number];

/** Incoming mail has no email record, so its event is shown; the life of our own mail is in the item of its record. */
const receivedName = 'email.received';

/** The kind of an event that is an item of its own. Those about our own mail are not listed, so they are not asked about. */
export function kindOfEvent(name: string): EventKind {
  if (!isReservedEventName(name) || name === receivedName) return 'event';
  return name.startsWith('segment.') ? 'segment' : 'subscription';
}

/** The condition on the names of events `e` that are items of these kinds; the same rule as above. */
export function isOfKind(kinds: readonly EventKind[]): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(
    kinds.map((kind) => conditions[kind]),
    sql` or `,
  )})`;
}

const conditions: Readonly<Record<EventKind, RawBuilder<boolean>>> = {
  event: sql`(e.name !~ ${reservedNamePattern} or e.name = ${receivedName})`,
  segment: sql`(e.name like 'segment.%' and e.name ~ ${reservedNamePattern})`,
  subscription: sql`(e.name like 'contact.%' and e.name ~ ${reservedNamePattern})`,
};
