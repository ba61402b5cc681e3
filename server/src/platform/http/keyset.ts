import { type RawBuilder, sql } from 'kysely';
import { readId } from '#platform/ids';
import { isStoredInstant } from '#pure/instants';
import { BadParameter } from './refusals.ts';

/** What a list is ordered by: a property of its rows, and then their id. Cursors carry it, so its name must stay. */
export interface KeysetOrder<Property extends string> {
  readonly by: Property;
  readonly direction: 'asc' | 'desc';
  readonly kind: 'text' | 'instant';
}

export const newestFirst = { by: 'createdAt', direction: 'desc', kind: 'instant' } as const;

export interface KeysetPage<Row> {
  readonly rows: readonly Row[];
  readonly cursor: string;
  readonly hasMore: boolean;
  /** Only on the first page; 0 on the others. */
  readonly total: number;
}

/** The sort value and id of the last row shown. */
interface Position {
  readonly value: string;
  readonly id: string;
}

type KeysetRow<Property extends string> = { readonly id: string } & Readonly<Record<Property, Date | string>>;

/** One page of a list by keyset: rows that come or go meanwhile are neither skipped nor repeated (D-126). */
export interface Keyset<Property extends string> {
  /** Null on the first page. */
  readonly after: Position | null;
  /** How many rows to select: one more than the page shows, which says whether there are more. */
  readonly limit: number;
  /** Whether a row is behind the cursor; `table` is the alias of the table. */
  isBeyond(table?: string): RawBuilder<boolean>;
  orderBy(table?: string): RawBuilder<unknown>;
  /** The cursor behind this row, for a page that ends where no row is shown. */
  cursorAt(row: KeysetRow<Property>): string;
  /** The page of the rows found. The total is counted for the first page alone. */
  page<Row extends KeysetRow<Property>>(found: readonly Row[], count: () => Promise<number>): Promise<KeysetPage<Row>>;
}

/** Reads the cursor; one that was made for another order is refused. */
export function keysetOf<Property extends string>(
  { by, direction, kind }: KeysetOrder<Property>,
  query: { readonly limit: number; readonly cursor?: string | undefined },
): Keyset<Property> {
  const name = `${by}.${direction}`;
  const after = readCursor(name, query.cursor, kind);
  const columns = (table: string | undefined) =>
    [by, 'id'].map((column) => sql.ref(table ? `${table}.${column}` : column));
  const cursorAt = (row: KeysetRow<Property>): string => writeCursor(name, { value: textOf(row[by]), id: row.id });
  return {
    after,
    limit: query.limit + 1,
    cursorAt,
    isBeyond(table) {
      if (!after) return sql`true`;
      const comparison = sql.raw(direction === 'asc' ? '>' : '<');
      const value = kind === 'instant' ? sql`${after.value}::timestamptz` : sql`${after.value}`;
      return sql`(${sql.join(columns(table))}) ${comparison} (${value}, ${after.id}::uuid)`;
    },
    orderBy: (table) => sql.join(columns(table).map((column) => sql`${column} ${sql.raw(direction)}`)),
    async page(found, count) {
      const rows = found.slice(0, query.limit);
      const last = rows.at(-1);
      const hasMore = found.length > query.limit;
      const cursor = hasMore && last ? cursorAt(last) : '';
      return { rows, cursor, hasMore, total: after ? 0 : await count() };
    },
  };
}

const textOf = (value: Date | string): string => (value instanceof Date ? value.toISOString() : value);

export const writeCursor = (order: string, position: Position): string =>
  Buffer.from(JSON.stringify([order, position.value, position.id])).toString('base64url');

/**
 * The position a cursor stands for; `order` must be the one it was made with. Absent or empty: the first page.
 * Why `kind`: a cursor is a caller's text, and the database must never get a value it cannot parse.
 */
export function readCursor(order: string, cursor: string | undefined, kind: 'text' | 'instant'): Position | null {
  if (!cursor) return null;
  const [of, value, id] = parts(cursor);
  if (of !== order || typeof value !== 'string' || typeof id !== 'string') throw BadParameter('cursor');
  const isValue = kind === 'instant' ? isInstant(value) : !value.includes('\0');
  const readableId = readId(id);
  if (!isValue || readableId === null) throw BadParameter('cursor');
  return { value, id: readableId };
}

function isInstant(text: string): boolean {
  const at = new Date(text);
  return isStoredInstant(at) && at.toISOString() === text;
}

function parts(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** The cursor of a list in the order of ids: the last one that was looked at, shown or not. */
export const writeIdCursor = (list: string, id: string): string => writeCursor(list, { value: '', id });

export const readIdCursor = (list: string, cursor: string | undefined): string | null =>
  readCursor(list, cursor, 'text')?.id ?? null;
