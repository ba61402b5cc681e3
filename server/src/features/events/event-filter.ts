import { type RawBuilder, sql } from 'kysely';
import type { Period } from '#platform/http';
import { reservedNamePattern } from '#pure/event-names';
import type { EventSource } from './event.ts';

/** Which events to read. The name is canonical; several are names of one event (D-403). */
export interface EventFilter {
  name: string | readonly string[] | undefined;
  source: EventSource | undefined;
  period: Period;
}

/** The condition on a column that holds the name. */
export function hasName(column: string, { name, source }: Pick<EventFilter, 'name' | 'source'>): RawBuilder<boolean> {
  const parts = [sql<boolean>`true`];
  if (typeof name === 'string') parts.push(sql`${sql.ref(column)} = ${name}`);
  else if (name !== undefined) parts.push(sql`${sql.ref(column)} = any (${name}::text[])`);
  if (source !== undefined) parts.push(sql`(${sql.ref(column)} ~ ${reservedNamePattern}) = ${source === 'platform'}`);
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

/** The condition on the moment of an event. */
export function isWithin(column: string, { from, until }: Period): RawBuilder<boolean> {
  const parts = [sql<boolean>`true`];
  if (from) parts.push(sql`${sql.ref(column)} >= ${from}::timestamptz`);
  if (until) parts.push(sql`${sql.ref(column)} < ${until}::timestamptz`);
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

/** Events that no fold has counted yet. */
export const isUnfolded = sql<boolean>`e.created_at > (select folded_to from event_mark)`;
