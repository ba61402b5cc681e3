/** What a list that grows at its top shows: rows keep their places, and new ones wait until they are taken in. */
export interface HeldRows<Row> {
  readonly rows: readonly Row[];
  /** How many loaded rows wait. */
  readonly waiting: number;
}

/**
 * The held rows after the newest page was read again: known rows are updated in place, rows that are gone leave, rows
 * that came on top or in between wait. A held row below the loaded page was not looked at, so it stays.
 */
export function holdRows<Row>(
  held: readonly Row[],
  loaded: readonly Row[],
  { keyOf, hasMore }: { readonly keyOf: (row: Row) => string; readonly hasMore: boolean },
): HeldRows<Row> {
  if (held.length === 0) return { rows: loaded, waiting: 0 };
  const newest = new Map(loaded.map((row) => [keyOf(row), row]));
  const lastSeen = held.findLastIndex((row) => newest.has(keyOf(row)));
  const rows = held.flatMap((row, place) => {
    const now = newest.get(keyOf(row));
    if (now !== undefined) return [now];
    return place > lastSeen && hasMore ? [row] : [];
  });
  if (rows.length === 0) return { rows: loaded, waiting: 0 };
  const known = new Set(rows.map(keyOf));
  return { rows, waiting: loaded.filter((row) => !known.has(keyOf(row))).length };
}

/** The loaded page on top of what is held below it; null if nothing of the page is known, so that rows are missing. */
export function takeInRows<Row>(
  held: readonly Row[],
  loaded: readonly Row[],
  keyOf: (row: Row) => string,
): readonly Row[] | null {
  const newest = new Set(loaded.map(keyOf));
  const lastSeen = held.findLastIndex((row) => newest.has(keyOf(row)));
  return lastSeen === -1 ? null : [...loaded, ...held.slice(lastSeen + 1)];
}
