import type { Caller } from '../client/caller.ts';
import type { Query } from '../client/operations.ts';
import type { CallOptions } from '../client/settings.ts';

export const activityOf = ({ call, list }: Caller) => ({
  /** What happened in the project, newest first. */
  list: (query?: Query<'GET /activity'>, options?: CallOptions) => list('GET /activity', { query }, options),
  /** How much happened in the last minutes. */
  recentCount: (query?: Query<'GET /activity/recent-count'>, options?: CallOptions) =>
    call('GET /activity/recent-count', { query }, options),
  /** The types of activity that occurred lately, and all there are. */
  types: (options?: CallOptions) => call('GET /activity/types', {}, options),
  /** Scheduled campaigns and waiting executions, soonest first: one page, `hasMore` says whether `limit` left some out. */
  upcoming: (query?: Query<'GET /activity/upcoming'>, options?: CallOptions) =>
    call('GET /activity/upcoming', { query }, options),
  /** What happened in a period, and where its mails are now. */
  stats: (query?: Query<'GET /activity/stats'>, options?: CallOptions) =>
    call('GET /activity/stats', { query }, options),
});

export type ActivityCalls = ReturnType<typeof activityOf>;
