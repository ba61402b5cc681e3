import type { Item, Query, Reply } from '@postrider/sdk';
import type { UseQueryResult } from '@tanstack/react-query';
import { type NewestFirst, useNewestFirst } from './newest-first.ts';
import { useProjectQuery } from './project.ts';

export type ActivityItem = Item<'GET /activity'>;
export type ActivityType = ActivityItem['type'];
export type ActivityQuery = Omit<Query<'GET /activity'>, 'cursor' | 'limit'>;

export const activityPerPage = 100;
export const upcomingCount = 100;
const slowMs = 30_000;

export const useActivity = (query: ActivityQuery): NewestFirst<ActivityItem> =>
  useNewestFirst({
    key: ['activity', 'list', query],
    read: (session, cursor, signal) =>
      session.activity.list({ ...query, limit: activityPerPage, ...(cursor !== undefined && { cursor }) }, { signal }),
    keyOf: ({ id }) => id,
  });

export const useUpcoming = (): UseQueryResult<Reply<'GET /activity/upcoming'>> =>
  useProjectQuery(['upcoming'], (session, signal) => session.activity.upcoming({ limit: upcomingCount }, { signal }), {
    refetchMs: slowMs,
  });

/** The types that occurred in the last 90 days. */
export const useActivityTypes = (): UseQueryResult<readonly ActivityType[]> =>
  useProjectQuery(['activity types'], async (session, signal) => (await session.activity.types({ signal })).types, {
    staleMs: slowMs,
  });

/** How much happened in the last hour. */
export const useLastHour = (): UseQueryResult<number> =>
  useProjectQuery(
    ['activity', 'last hour'],
    async (session, signal) => (await session.activity.recentCount({ minutes: 60 }, { signal })).count,
    { refetchMs: slowMs },
  );
