import type { ReactNode } from 'react';

/** Where a cell stands in the card that a row becomes on a phone. */
export type CardPlace = 'to' | 'tm' | 'sub' | 'stt' | 'rt';

export type Column<Row> = {
  key: string;
  /** In words: the head, and the name in the column chooser. */
  name: string;
  /** Drawn in place of the name, for example in mono. */
  head?: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Pixels; the columns without one share what is left. */
  width?: number;
  align?: 'end';
  /** What `sort` is called with; a column without one cannot be sorted. */
  sortKey?: string;
  /** A list that is too narrow leaves out such columns, the lowest number first. Without one the column always stays. */
  yields?: number;
  card?: CardPlace;
  isHiddenOnPhone?: boolean;
  /** Its cell is the button that opens the row; otherwise the first column's is. Not for cells that hold a link. */
  isOpener?: boolean;
  /** Always shown: it is not in the chooser. */
  isFixed?: boolean;
  className?: string;
};

/** The columns a person chose, in the order they are declared; fixed ones always. */
export function shownColumns<Row>(
  columns: readonly Column<Row>[],
  chosen: readonly string[] | undefined,
): readonly Column<Row>[] {
  if (!chosen) return columns;
  return columns.filter((column) => column.isFixed || chosen.includes(column.key));
}

/** The chosen keys after one was switched. */
export function withColumn<Row>(
  columns: readonly Column<Row>[],
  chosen: readonly string[],
  key: string,
  isShown: boolean,
): string[] {
  const wanted = new Set(chosen);
  if (isShown) wanted.add(key);
  else wanted.delete(key);
  return columns.filter((column) => wanted.has(column.key)).map((column) => column.key);
}

export function cellClass<Row>(column: Column<Row>): string | undefined {
  const classes = [
    column.card ?? (column.isHiddenOnPhone ? 'hide-s' : 'more-s'),
    column.align === 'end' && 'end num',
    column.className,
  ];
  return classes.filter(Boolean).join(' ') || undefined;
}
