import type { PostriderSession } from '@postrider/sdk';
import type { QueryKey } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { FrameState } from '../widgets/state-frame/frame-state.ts';
import type { CursorPage } from './cursor-page.ts';
import { frameOf } from './frame.ts';
import { type Problem, problemOf } from './problem.ts';
import { useProject, useProjectQuery } from './project.ts';

interface Kept<Row> {
  /** The list these pages belong to. */
  readonly of: string;
  /** From the first page on, as they were when they were read. */
  readonly pages: readonly CursorPage<Row>[];
}

export interface CursorList<Row> {
  readonly rows: readonly Row[];
  /** Of all pages; undefined until the first one is here. */
  readonly total: number | undefined;
  readonly frame: FrameState;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  /** Why the last attempt to load more failed. */
  readonly moreProblem: Problem | null;
  loadMore(): void;
  /** Shows these rows in place of those with the same id. */
  replace(rows: readonly Row[]): void;
  /** Begins again with the first page. */
  restart(): void;
}

/**
 * A list of the API that is read page by page. Only the first page is ever read again by itself: a person who has
 * scrolled through a thousand pages would otherwise cause a thousand calls.
 */
export function useCursorList<Row extends { readonly id: string }>(
  key: QueryKey,
  read: (session: PostriderSession, cursor: string | undefined, signal?: AbortSignal) => PromiseLike<CursorPage<Row>>,
): CursorList<Row> {
  const { session } = useProject();
  const name = JSON.stringify(key);
  const first = useProjectQuery(key, (session, signal) => read(session, undefined, signal), { keepsPrevious: true });
  const [kept, setKept] = useState<Kept<Row> | null>(null);
  const [changed, setChanged] = useState<ReadonlyMap<string, Row>>(new Map());
  const [isLoadingMore, setIsLoadingMore] = useState(false);
  const [moreProblem, setMoreProblem] = useState<Problem | null>(null);
  /** Of the list that is shown now; what an earlier one still receives is dropped. */
  const generation = useRef({ name });
  if (generation.current.name !== name) generation.current = { name };

  const own = kept?.of === name && !first.isPlaceholderData ? kept.pages : null;
  const head = first.data;
  const pages = useMemo(() => own ?? (head ? [head] : []), [own, head]);
  const last = pages.at(-1);
  const rows = useMemo(() => {
    const [start, ...rest] = pages;
    if (!start) return [];
    const fresh = own && head ? new Map(head.data.map((row) => [row.id, row])) : null;
    // Why apart: of a hundred thousand rows only the first page can have been read again.
    const first = fresh ? start.data.map((row) => fresh.get(row.id) ?? row) : start.data;
    const all = first.concat(...rest.map(({ data }) => data));
    return changed.size === 0 ? all : all.map((row) => changed.get(row.id) ?? row);
  }, [pages, own, head, changed]);

  const isUnderWay = useRef(false);
  const loadMore = useCallback(() => {
    if (isUnderWay.current || !last?.hasMore || first.isPlaceholderData) return;
    const asked = generation.current;
    isUnderWay.current = true;
    setIsLoadingMore(true);
    setMoreProblem(null);
    const readNext = async () => {
      try {
        const next = await read(session, last.cursor);
        if (generation.current === asked) setKept({ of: name, pages: [...pages, next] });
      } catch (error) {
        if (generation.current === asked) setMoreProblem(problemOf(error));
      } finally {
        isUnderWay.current = false;
        setIsLoadingMore(false);
      }
    };
    readNext().catch(reportError);
  }, [last, first.isPlaceholderData, pages, name, read, session]);

  const replace = useCallback((next: readonly Row[]) => {
    setChanged((old) => new Map([...old, ...next.map((row) => [row.id, row] as const)]));
  }, []);
  const { refetch } = first;
  const restart = useCallback(() => {
    generation.current = { ...generation.current };
    setKept(null);
    setChanged(new Map());
    setMoreProblem(null);
    refetch().catch(reportError);
  }, [refetch]);

  return {
    rows,
    total: head?.total,
    frame: frameOf(first),
    hasMore: last?.hasMore ?? false,
    isLoadingMore,
    moreProblem,
    loadMore,
    replace,
    restart,
  };
}
