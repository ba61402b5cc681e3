import { defineEvent } from '#platform/events';

/** A source of mail that must stop by itself: the room it belongs to holds its mail in this transaction. */
export const SourcePaused = defineEvent<{ readonly scope: string; readonly targetId: string }>(
  'reputation.source-paused',
);

/**
 * Scopes whose rooms hear SourcePaused and hold their own mail. Until a room does, its mail is stopped with all marketing.
 */
export const pausableScopes: ReadonlySet<string> = new Set();
