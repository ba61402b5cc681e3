import { type RawBuilder, sql } from 'kysely';
import { BadParameter, readCursor, writeCursor } from '#platform/http';
import { firstIdAt } from '#platform/ids';
import { isStoredInstant } from '#pure/instants';

export type FeedDirection = 'newest-first' | 'oldest-first';

/** Where an item is in the feed: by its moment, then by its id, which is that of its record and its kind (D-1012). */
export interface FeedPosition {
  readonly at: Date;
  readonly recordId: string;
  readonly kind: string;
}

/** Negative if the first one comes first. */
export function comparePositions(left: FeedPosition, right: FeedPosition, direction: FeedDirection): number {
  const [sooner, later] = direction === 'oldest-first' ? [left, right] : [right, left];
  return (
    sooner.at.getTime() - later.at.getTime() ||
    compareTexts(sooner.recordId, later.recordId) ||
    compareTexts(sooner.kind, later.kind)
  );
}

const compareTexts = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

const list = 'activity';

export const writePosition = ({ at, recordId, kind }: FeedPosition): string =>
  writeCursor(list, { value: `${at.toISOString()} ${kind}`, id: recordId });

/** Null for the beginning. A cursor that is not readable is a 400. */
export function readPosition(cursor: string | undefined): FeedPosition | null {
  const position = readCursor(list, cursor, 'text');
  if (!position) return null;
  const [moment = '', kind = ''] = position.value.split(' ');
  const at = new Date(moment);
  if (!isStoredInstant(at) || at.toISOString() !== moment) throw BadParameter('cursor');
  return { at, recordId: position.id, kind };
}

/** Whether records of one kind in the order of their moment and id are behind the position. */
export function isBehind(
  columns: { readonly at: RawBuilder<unknown>; readonly id: RawBuilder<unknown> },
  { after, direction, kind }: { after: FeedPosition | null; direction: FeedDirection; kind: string | null },
): RawBuilder<boolean> {
  if (!after) return sql`true`;
  const { at, id } = columns;
  const isOldest = direction === 'oldest-first';
  const comparison = sql.raw(`${isOldest ? '>' : '<'}${includesEqual(after, direction, kind) ? '=' : ''}`);
  // Why both: the first condition alone tells the planner which months it can leave out.
  return sql`${at} ${sql.raw(isOldest ? '>=' : '<=')} ${after.at}::timestamptz
    and (${at}, ${id}) ${comparison} (${after.at}::timestamptz, ${after.recordId}::uuid)`;
}

/** The same for records whose moment is the one in their id. */
export function isIdBehind(
  id: RawBuilder<unknown>,
  { after, direction, kind }: { after: FeedPosition | null; direction: FeedDirection; kind: string },
): RawBuilder<boolean> {
  if (!after) return sql`true`;
  const [first, next] = [firstIdAt(after.at), firstIdAt(new Date(after.at.getTime() + 1))];
  const isOldest = direction === 'oldest-first';
  if (after.recordId < first) return isOldest ? sql`${id} >= ${first}` : sql`${id} < ${first}`;
  if (after.recordId >= next) return isOldest ? sql`${id} >= ${next}` : sql`${id} < ${next}`;
  const comparison = `${isOldest ? '>' : '<'}${includesEqual(after, direction, kind) ? '=' : ''}`;
  return sql`${id} ${sql.raw(comparison)} ${after.recordId}::uuid`;
}

/** An execution that ends in the millisecond of its start has two items with one moment and record: then the kind decides. */
const includesEqual = (after: FeedPosition, direction: FeedDirection, kind: string | null): boolean =>
  kind !== null && (direction === 'oldest-first' ? kind > after.kind : kind < after.kind);
