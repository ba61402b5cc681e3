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
  /** Mails by mailbox provider and sender domain, and why they bounced. */
  deliverability: (query?: Query<'GET /analytics/deliverability'>, options?: CallOptions) =>
    call('GET /analytics/deliverability', { query }, options),
  /** The campaigns, workflows and templates that mails of a period came from. */
  sources: (query?: Query<'GET /analytics/sources'>, options?: CallOptions) =>
    list('GET /analytics/sources', { query }, options),
  /** Contacts that came, went and changed their state, by day. */
  audience: (query?: Query<'GET /analytics/audience'>, options?: CallOptions) =>
    list('GET /analytics/audience', { query }, options),
});

export type AnalyticsCalls = ReturnType<typeof analyticsOf>;
