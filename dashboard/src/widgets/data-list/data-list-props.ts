import type { ReactNode } from 'react';
import type { BulkAction } from '../bulk-bar/bulk-bar.tsx';
import type { FrameState } from '../state-frame/frame-state.ts';
import type { Column } from './column.ts';
import type { FilterPillsProps } from './filter-pills.tsx';
import type { Fresh } from './list-tools.tsx';
import type { Paging } from './paging.ts';
import type { SearchProps } from './search-box.tsx';
import type { Selected } from './selection.ts';
import type { Sort } from './sort.ts';

export type ListSelection<Row> = {
  selected: Selected;
  onChange: (selected: Selected) => void;
  /** What can be done with the selected rows that are loaded; each says how many it would change. */
  actions: (rows: readonly Row[]) => readonly BulkAction[];
  takeAll?: { total: number; onTake: () => void } | undefined;
  /** Shown in place of the number of selected keys once everything was taken. */
  taken?: number | undefined;
};

export type OpenedRow<Row> = {
  key: string | null;
  onChange: (key: string | null) => void;
  /** Beside the list when the story has bodies, under the row when it is a sentence. */
  place: 'beside' | 'under';
  title?: (row: Row) => ReactNode;
  render: (row: Row) => ReactNode;
};

/** A key of this list alone, for the selected rows or else the row under the cursor. */
export type ListKey<Row> = { key: string; does: string; onRun: (rows: readonly Row[]) => void };

export type DataListProps<Row> = {
  /** The accessible name of the table: "Contacts". */
  label: string;
  /** What the rows are, within a sentence: "contacts". */
  things: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  frame: FrameState;
  nothingYet: ReactNode;
  noMatch: { title: string; said?: ReactNode; advice?: ReactNode };
  search?: SearchProps | undefined;
  filtering?: FilterPillsProps | undefined;
  /** Empties search and filters in one step; otherwise both are changed one after the other. */
  onClearFilters?: (() => void) | undefined;
  sort?: Sort | undefined;
  onSort?: ((sort: Sort) => void) | undefined;
  selection?: ListSelection<Row> | undefined;
  opened?: OpenedRow<Row> | undefined;
  /** Goes to the row's own page; the cell that names the row holds a link to it as well. */
  onOpen?: ((row: Row) => void) | undefined;
  fresh?: Fresh | undefined;
  summary?: ReactNode;
  columnChoice?: { chosen: readonly string[]; onChange: (chosen: string[]) => void } | undefined;
  paging?: Paging | undefined;
  /** The request behind the view, as curl. */
  onCopy?: (() => void) | undefined;
  keys?: readonly ListKey<Row>[] | undefined;
  /** A second class of the look: `people`, `reqs`, `flows`. */
  className?: string | undefined;
  /** Rows of the skeleton. */
  skeletonRows?: number | undefined;
};
