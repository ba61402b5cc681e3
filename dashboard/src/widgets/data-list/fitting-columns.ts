import type { Column } from './column.ts';

/** What a column without a width of its own needs for its texts to be told apart. */
const narrowest = 170;

/** The columns that a list of this width has room for; of several that yield alike, the last leaves first. */
export function fittingColumns<Row>(columns: readonly Column<Row>[], width: number): readonly Column<Row>[] {
  const needed = columns.reduce((sum, column) => sum + (column.width ?? narrowest), 0);
  const yielding = columns.filter((column) => column.yields !== undefined);
  const first = Math.min(...yielding.map(({ yields = 0 }) => yields));
  const leaving = yielding.findLast(({ yields }) => yields === first);
  if (needed <= width || leaving === undefined) return columns;
  return fittingColumns(
    columns.filter((column) => column !== leaving),
    width,
  );
}
