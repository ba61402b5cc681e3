import { formatCount } from '../figures/format.ts';

/** How more rows come: by page numbers where the API has them, else by a cursor. */
export type Paging =
  | { kind: 'pages'; page: number; pageSize: number; total: number; onPage: (page: number) => void }
  | {
      kind: 'cursor';
      hasMore: boolean;
      isLoadingMore: boolean;
      onMore: () => void;
      /** Loads by itself when the end comes into view; otherwise a button does. */
      isEndless?: boolean;
      total?: number | undefined;
    };

export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

/** "Rows 51 to 100 of 9,864." */
export function rowsWords(paging: Paging | undefined, loaded: number): string {
  if (loaded === 0) return '';
  if (paging?.kind === 'pages') {
    const first = (paging.page - 1) * paging.pageSize + 1;
    return `Rows ${formatCount(first)} to ${formatCount(first + loaded - 1)} of ${formatCount(Math.max(paging.total, first + loaded - 1))}.`;
  }
  if (paging?.kind === 'cursor' && (paging.hasMore || paging.total !== undefined)) {
    const total = paging.total === undefined ? '' : ` of ${formatCount(Math.max(paging.total, loaded))}`;
    return `${formatCount(loaded)}${total} loaded.`;
  }
  return loaded === 1 ? '1 row.' : `${formatCount(loaded)} rows.`;
}

/** The page numbers worth a button: the ends, the open one and its neighbours; null is a gap. */
export function pageButtons(page: number, count: number): (number | null)[] {
  const wanted = [1, page - 1, page, page + 1, count].filter((number) => number >= 1 && number <= count);
  const numbers = [...new Set(wanted)].sort((a, b) => a - b);
  return numbers.flatMap((number, place) => {
    const before = numbers[place - 1] ?? number - 1;
    if (number - before === 2) return [number - 1, number];
    return number - before > 2 ? [null, number] : [number];
  });
}

/** What `aria-rowcount` says: the head counts, and -1 means that nobody knows yet. */
export function ariaRowCount(paging: Paging | undefined, loaded: number): number {
  if (paging?.kind === 'pages') return Math.max(paging.total, loaded) + 1;
  if (paging?.kind !== 'cursor' || !paging.hasMore) return loaded + 1;
  return paging.total === undefined ? -1 : Math.max(paging.total, loaded) + 1;
}

/** The place of the first loaded row among all rows, for `aria-rowindex`. */
export function firstIndex(paging: Paging | undefined): number {
  return paging?.kind === 'pages' ? (paging.page - 1) * paging.pageSize : 0;
}
