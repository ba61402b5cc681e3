import type { Body, Item, PostriderSession, Query, Reply } from '@postrider/sdk';
import type { UseMutationResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type CursorList, useCursorList } from './cursor-list.ts';
import { useProjectChange } from './project.ts';

export type Suppression = Item<'GET /suppressions'>;
export type SuppressionQuery = Pick<Query<'GET /suppressions'>, 'search' | 'reason'>;
export type SuppressionsAdded = Reply<'POST /suppressions'>;

const pageSize = 100;

export function useSuppressionList(query: SuppressionQuery): CursorList<Suppression> {
  const { search, reason } = query;
  const read = useCallback(
    (session: PostriderSession, cursor: string | undefined, signal?: AbortSignal) =>
      session.suppressions.list(
        {
          limit: pageSize,
          ...(search && { search }),
          ...(reason && { reason }),
          ...(cursor !== undefined && { cursor }),
        },
        signal && { signal },
      ),
    [search, reason],
  );
  return useCursorList(['suppressions', query], read);
}

export const useAddSuppressions = (): UseMutationResult<SuppressionsAdded, Error, Body<'POST /suppressions'>> =>
  useProjectChange((session, body) => session.suppressions.create(body), [['suppressions']]);

export const useRemoveSuppression = (): UseMutationResult<undefined, Error, string> =>
  useProjectChange((session, id) => session.suppressions.delete(id), [['suppressions']]);
