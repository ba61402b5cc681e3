import type { Item, Query, Reply } from '@postrider/sdk';
import type { UseQueryResult } from '@tanstack/react-query';
import { useProjectQuery } from './project.ts';

export type SeriesPoint = Item<'GET /analytics/timeseries'>;
export type PeriodStats = Reply<'GET /activity/stats'>;
export type CampaignStats = Reply<'GET /analytics/campaign-stats'>;
export type TopEvent = Item<'GET /analytics/top-events'>;
export type Stream = NonNullable<Query<'GET /analytics/timeseries'>['stream']>;

/** Days in the time zone of the project; `to` is not part of it any more. */
export interface DayPeriod {
  readonly from: string;
  readonly to: string;
}

const readAgainMs = 60_000;
const options = { keepsPrevious: true, refetchMs: readAgainMs } as const;

export const usePeriodStats = (period: DayPeriod, isEnabled = true): UseQueryResult<PeriodStats> =>
  useProjectQuery(
    ['analytics', 'stats', period],
    (session, signal) => session.activity.stats({ ...period }, { signal }),
    { ...options, isEnabled },
  );

export const useDays = (period: DayPeriod, stream: Stream, isEnabled = true): UseQueryResult<readonly SeriesPoint[]> =>
  useProjectQuery(
    ['analytics', 'days', period, stream],
    async (session, signal) => await session.analytics.timeseries({ ...period, stream }, { signal }),
    { ...options, isEnabled },
  );

/** By the hour; the API gives at most 31 days so. */
export const useHoursOf = (period: DayPeriod, isEnabled: boolean): UseQueryResult<readonly SeriesPoint[]> =>
  useProjectQuery(
    ['analytics', 'hours', period],
    async (session, signal) => await session.analytics.timeseries({ ...period, interval: 'hour' }, { signal }),
    { ...options, isEnabled },
  );

export const useCampaignStats = (period: DayPeriod): UseQueryResult<CampaignStats> =>
  useProjectQuery(
    ['analytics', 'campaigns', period],
    (session, signal) => session.analytics.campaignStats({ ...period }, { signal }),
    options,
  );

const topCount = 10;

export const useTopEvents = (period: DayPeriod): UseQueryResult<readonly TopEvent[]> =>
  useProjectQuery(
    ['analytics', 'events', period],
    async (session, signal) => await session.analytics.topEvents({ ...period, limit: topCount }, { signal }),
    options,
  );

export type Deliverability = Reply<'GET /analytics/deliverability'>;
export type MailSource = Item<'GET /analytics/sources'>;
export type SourceSort = NonNullable<Query<'GET /analytics/sources'>['sort']>;
export type AudienceDay = Item<'GET /analytics/audience'>;

export const useDeliverability = (period: DayPeriod): UseQueryResult<Deliverability> =>
  useProjectQuery(
    ['analytics', 'deliverability', period],
    (session, signal) => session.analytics.deliverability({ ...period }, { signal }),
    options,
  );

export const useSources = (period: DayPeriod, sort: SourceSort): UseQueryResult<readonly MailSource[]> =>
  useProjectQuery(
    ['analytics', 'sources', period, sort],
    async (session, signal) => await session.analytics.sources({ ...period, sort }, { signal }),
    options,
  );

export const useAudience = (period: DayPeriod): UseQueryResult<readonly AudienceDay[]> =>
  useProjectQuery(
    ['analytics', 'audience', period],
    async (session, signal) => await session.analytics.audience({ ...period }, { signal }),
    options,
  );
