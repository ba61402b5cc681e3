import { z } from 'zod';
import { choice, defineRoute, wholeNumber } from '#platform/http';
import { limits } from '#pure/limits';
import { PeriodQuery } from '../period.ts';
import { loadActivityStats } from './activity-stats.ts';
import { loadAudience } from './audience.ts';
import { campaignReport, metrics, topCampaigns } from './campaign-reports.ts';
import { loadDeliverability } from './deliverability.ts';
import {
  ActivityStatsReply,
  AudienceDayReply,
  CampaignReportReply,
  DeliverabilityReply,
  MailSourceReply,
  TimeseriesEntry,
  TopCampaign,
  TopEventReply,
  toActivityStatsReply,
  toCampaignReportReply,
  toDeliverabilityReply,
  toTopCampaign,
} from './shapes.ts';
import { listSources, sourceSorts } from './sources.ts';
import { loadTimeseries, streams } from './timeseries.ts';
import { topEvents } from './top-events.ts';

const stream = choice(streams);

export const activityStats = defineRoute({
  method: 'GET',
  path: '/activity/stats',
  summary: 'What happened in a period, and where its mails are now',
  access: 'secret',
  query: PeriodQuery,
  replies: { 200: ActivityStatsReply },
  run: async (ctx, { query }) => toActivityStatsReply(await loadActivityStats(ctx, query)),
});

export const timeseries = defineRoute({
  method: 'GET',
  path: '/analytics/timeseries',
  summary: 'Mails, opens, clicks and more by day or hour',
  access: 'secret',
  query: PeriodQuery.extend({ stream, interval: choice(['day', 'hour'], { default: 'day' }) }),
  replies: { 200: z.array(TimeseriesEntry) },
  run: (ctx, { query }) => loadTimeseries(ctx, query),
});

export const bestCampaigns = defineRoute({
  method: 'GET',
  path: '/analytics/top-campaigns',
  summary: 'The campaigns of a period with the highest figures',
  access: 'secret',
  query: PeriodQuery.extend({
    stream,
    metric: choice(metrics, { default: 'openRate' }),
    limit: wholeNumber(10, 1, limits.topCampaignsListed),
  }),
  replies: { 200: z.array(TopCampaign) },
  run: async (ctx, { query }) => (await topCampaigns(ctx, query)).map(toTopCampaign),
});

export const campaignStats = defineRoute({
  method: 'GET',
  path: '/analytics/campaign-stats',
  summary: 'The campaigns of a period and what became of their mails',
  access: 'secret',
  query: PeriodQuery.extend({ stream }),
  replies: { 200: CampaignReportReply },
  run: async (ctx, { query }) => toCampaignReportReply(await campaignReport(ctx, query)),
});

export const frequentEvents = defineRoute({
  method: 'GET',
  path: '/analytics/top-events',
  summary: 'The most frequent names of tracked events',
  access: 'secret',
  query: PeriodQuery.extend({ stream, limit: wholeNumber(5, 1, limits.topEventsListed) }),
  replies: { 200: z.array(TopEventReply) },
  run: (ctx, { query }) => topEvents(ctx, query),
});

export const deliverability = defineRoute({
  method: 'GET',
  path: '/analytics/deliverability',
  summary: 'Mails by mailbox provider and sender domain, and why they bounced',
  access: 'secret',
  query: PeriodQuery.extend({ stream }),
  replies: { 200: DeliverabilityReply },
  run: async (ctx, { query }) => toDeliverabilityReply(await loadDeliverability(ctx, query)),
});

export const mailSources = defineRoute({
  method: 'GET',
  path: '/analytics/sources',
  summary: 'The campaigns, workflows and templates that mails of a period came from',
  access: 'secret',
  query: PeriodQuery.extend({
    stream,
    sort: choice(sourceSorts),
    limit: wholeNumber(20, 1, limits.mailSourcesListed),
  }),
  replies: { 200: z.array(MailSourceReply) },
  run: (ctx, { query }) => listSources(ctx, query),
});

export const audience = defineRoute({
  method: 'GET',
  path: '/analytics/audience',
  summary: 'Contacts that came, went and changed their state, by day',
  access: 'secret',
  query: PeriodQuery.extend({ stream }),
  replies: { 200: z.array(AudienceDayReply) },
  run: (ctx, { query }) => loadAudience(ctx, query),
});
