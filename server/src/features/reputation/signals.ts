import { defineSignal } from '#platform/signals';

/** A source of mail must stop: the feature it belongs to holds its mail in this transaction. */
export const SourcePaused = defineSignal<PausedSource>('reputation.source-paused');

export interface PausedSource {
  readonly scope: string;
  readonly targetId: string;
  readonly cause: string;
  /** Per cent. */
  readonly value: number | null;
  readonly threshold: number | null;
}

/**
 * Scopes whose features listen to SourcePaused and hold their own mail. Mail of other scopes is stopped with all marketing.
 */
export const pausableScopes: ReadonlySet<string> = new Set(['campaign', 'workflow']);
