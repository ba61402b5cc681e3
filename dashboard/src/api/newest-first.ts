import type { PostriderSession } from '@postrider/sdk';
import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CursorPage } from './cursor-page.ts';
import { holdRows, takeInRows } from './held-rows.ts';
import { type Problem, problemOf } from './problem.ts';
import { useProject, useProjectQuery } from './project.ts';

interface NewestFirstOptions<Row> {
  /** Begins with the name of the resource; the filters are part of it. */
  readonly key: QueryKey;
  readonly read: (
    session: PostriderSession,
    cursor: string | undefined,
    signal: AbortSignal,
  ) => PromiseLike<CursorPage<Row>>;
  readonly keyOf: (row: Row) => string;
  /** Reads the newest page again so often, for lists the live stream tells nothing about. */
  readonly refetchMs?: number;
}

export interface NewestFirst<Row> {
  readonly rows: readonly Row[];
  /** Of the first page; later pages do not count. */
  readonly total: number | undefined;
  readonly isLoading: boolean;
  readonly isRefetching: boolean;
  readonly problem: Problem | null;
  readonly retry: () => void;
  readonly fresh: { readonly count: number; readonly onTakeIn: () => void };
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly loadMore: () => void;
}

interface Held<Row> {
  readonly key: string;
  readonly page: CursorPage<Row> | undefined;
  readonly rows: readonly Row[];
  readonly waiting: number;
  /** How many there were when the shown rows were taken in. */
  readonly totalThen: number;
  /** Where the older pages begin, once they were asked for. */
  readonly olderFrom: string | null;
}

/** A list that grows at its top. Only the newest page is read again; what is new waits until it is taken in. */
export function useNewestFirst<Row>({ key, read, keyOf, refetchMs }: NewestFirstOptions<Row>): NewestFirst<Row> {
  const { project, session } = useProject();
  const newest = useProjectQuery(key, (client, signal) => read(client, undefined, signal), {
    keepsPrevious: true,
    ...(refetchMs !== undefined && { refetchMs }),
  });
  const name = JSON.stringify(key);
  const nothing: Held<Row> = { key: name, page: undefined, rows: [], waiting: 0, totalThen: 0, olderFrom: null };
  const [held, setHeld] = useState(nothing);
  const page = newest.isPlaceholderData ? undefined : newest.data;
  // Why here and not in an effect: the rows of the new page are drawn in the same step.
  if (page && (held.key !== name || held.page !== page)) {
    const before = held.key === name ? held : nothing;
    const { rows, waiting } = holdRows(before.rows, page.data, { keyOf, hasMore: page.hasMore });
    const isAnew = before.rows.length === 0;
    setHeld({ ...before, page, rows, waiting, totalThen: isAnew ? page.total : before.totalThen });
  }

  const older = useInfiniteQuery({
    queryKey: [project.id, 'older', ...key, held.olderFrom],
    queryFn: async ({ pageParam, signal }) => await read(session, pageParam, signal),
    initialPageParam: held.olderFrom ?? '',
    getNextPageParam: (last) => (last.hasMore ? last.cursor : undefined),
    enabled: held.olderFrom !== null && held.key === name,
    staleTime: Number.POSITIVE_INFINITY,
  });

  const takeIn = () => {
    if (!page) return;
    const joined = takeInRows(held.rows, page.data, keyOf);
    const anew = { ...nothing, page, rows: page.data };
    setHeld({ ...(joined ? { ...held, rows: joined } : anew), waiting: 0, totalThen: page.total });
  };
  const readOlder = () => void older.fetchNextPage();
  const loadMore = () => {
    if (held.olderFrom !== null) readOlder();
    else if (page) setHeld({ ...held, olderFrom: page.cursor });
  };

  const isOwn = held.key === name;
  const shown = isOwn || newest.isPlaceholderData ? held.rows : [];
  const known = new Set(shown.map(keyOf));
  const olderRows = (older.data?.pages ?? []).flatMap(({ data }) => data.filter((row) => !known.has(keyOf(row))));
  const error = newest.error ?? older.error;
  return {
    rows: olderRows.length === 0 ? shown : [...shown, ...olderRows],
    total: page?.total ?? newest.data?.total,
    isLoading: newest.isPending,
    isRefetching: newest.isPlaceholderData,
    problem: error ? problemOf(error) : null,
    retry: () => void (newest.error ? newest.refetch() : older.refetch()),
    fresh: {
      count: !isOwn || held.waiting === 0 ? 0 : Math.max(held.waiting, (page?.total ?? 0) - held.totalThen),
      onTakeIn: takeIn,
    },
    hasMore: held.olderFrom === null ? (page?.hasMore ?? false) : older.hasNextPage,
    isLoadingMore: older.isFetching,
    loadMore,
  };
}
