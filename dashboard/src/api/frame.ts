import type { UseQueryResult } from '@tanstack/react-query';
import type { FrameState } from '../widgets/state-frame/frame-state.ts';
import { problemOf } from './problem.ts';

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

/** What a widget needs to know about a reading: under way, failed, or how old. */
export function frameOf(query: UseQueryResult<unknown>): FrameState {
  return {
    isLoading: query.isPending,
    // Why not every refetch: a page that reads again by itself must not flash a line every few seconds.
    isRefetching: query.isPlaceholderData,
    problem: query.isError ? problemOf(query.error) : null,
    ...(query.dataUpdatedAt > 0 && { shownFrom: clock.format(query.dataUpdatedAt) }),
    onRetry: () => void query.refetch(),
  };
}
