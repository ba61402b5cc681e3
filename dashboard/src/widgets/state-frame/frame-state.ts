import type { Problem } from '../problem/problem.ts';

/** What a screen knows about the data of one panel. */
export type FrameState = {
  /** Nothing has been read yet. */
  readonly isLoading: boolean;
  /** Something is shown and a newer answer is on its way. */
  readonly isRefetching?: boolean | undefined;
  readonly problem?: Problem | null | undefined;
  /** Of the call under way, when the caller chose it. */
  readonly requestId?: string | undefined;
  /** When the shown data was read, for the sentence of a failed refresh: "14:29". */
  readonly shownFrom?: string | undefined;
  readonly onRetry?: (() => void) | undefined;
};

/** Which of the four states to draw; data that was read once stays on the screen whatever happens next. */
export type FramePhase = 'loading' | 'failed' | 'empty' | 'ready';

export function phaseOf(state: FrameState, isEmpty: boolean): FramePhase {
  if (!isEmpty) return 'ready';
  if (state.isLoading) return 'loading';
  if (state.problem) return 'failed';
  return 'empty';
}

/** Milliseconds: a skeleton that appears at once only flickers. */
export const skeletonAfter = 150;
export const stillWorkingAfter = 8000;
