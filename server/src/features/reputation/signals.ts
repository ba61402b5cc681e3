import { defineSignal } from '#platform/signals';

/** A source of mail must stop: the feature it belongs to holds its mail in this transaction. */
export const SourcePaused = defineSignal<{ readonly scope: string; readonly targetId: string }>(
  'reputation.source-paused',
);

/**
 * Scopes whose features listen to SourcePaused and hold their own mail. Mail of other scopes is stopped with all marketing.
 */
export const pausableScopes: ReadonlySet<string> = new Set();
