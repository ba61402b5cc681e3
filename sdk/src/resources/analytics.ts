import type { Caller } from '../client/caller.ts';
import type { Query } from '../client/operations.ts';
import type { CallOptions } from '../client/settings.ts';

export const analyticsOf = ({ call, list }: Caller) => ({
  /** The campaigns of a period with the highest figures. */
  topCampaigns: (query?: Query<'GET /analytics/top-campaigns'>, options?: CallOptions) =>
    list('GET /analytics/top-campaigns', { query }, options),
  /** The campaigns of a period and what became of their mails. */
  campaignStats: (query?: Query<'GET /analytics/campaign-stats'>, options?: CallOptions) =>
    call('GET /analytics/campaign-stats', { query }, options),
  /** The most frequent names of tracked events. */
  topEvents: (query?: Query<'GET /analytics/top-events'>, options?: CallOptions) =>
    list('GET /analytics/top-events', { query }, options),
  /** Mails, opens, clicks and more by day or hour. */
  timeseries: (query?: Query<'GET /analytics/timeseries'>, options?: CallOptions) =>
    list('GET /analytics/timeseries', { query }, options),
});

export type AnalyticsCalls = ReturnType<typeof analyticsOf>;
