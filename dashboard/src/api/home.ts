import type { Item, Reply } from '@postrider/sdk';
import type { UseQueryResult } from '@tanstack/react-query';
import { useProject, useProjectQuery } from './project.ts';

export type Security = Reply<'GET /users/@me/projects/{id}/security'>;
export type ActivityStats = Reply<'GET /activity/stats'>;
export type SeriesPoint = Item<'GET /analytics/timeseries'>;
export type EmailRow = Item<'GET /emails'>;
export type Domain = Item<'GET /domains/project/{projectId}'>;
export type Workflow = Item<'GET /workflows'>;
export type Campaign = Item<'GET /campaigns'>;

const hourMs = 3_600_000;
/** Why not with every message of the stream: sums of a day need not be read four times a second. */
const sumsRefetchMs = 5_000;
const slowRefetchMs = 60_000;

export function useSecurity(): UseQueryResult<Security> {
  const { project } = useProject();
  return useProjectQuery(['security'], (session, signal) => session.projects.security(project.id, { signal }), {
    refetchMs: slowRefetchMs,
  });
}

/** Where the mails of the last 24 hours are now. */
export const useDayStats = (): UseQueryResult<ActivityStats> =>
  useProjectQuery(
    ['home', 'day'],
    (session, signal) => session.activity.stats({ from: new Date(Date.now() - 24 * hourMs).toISOString() }, { signal }),
    { refetchMs: sumsRefetchMs },
  );

/** Twenty-eight days of the project's own zone, today the last. */
export const useFourWeeks = (): UseQueryResult<readonly SeriesPoint[]> =>
  useProjectQuery(
    ['home', 'weeks'],
    async (session, signal) => {
      const points = await session.analytics.timeseries(
        { from: new Date(Date.now() - 29 * 24 * hourMs).toISOString() },
        { signal },
      );
      return points.slice(-28);
    },
    { refetchMs: slowRefetchMs },
  );

/** Mails accepted in each of the last hours, the current one last. */
export const useHours = (hours: number): UseQueryResult<readonly SeriesPoint[]> =>
  useProjectQuery(
    ['home', 'hours', hours],
    async (session, signal) => {
      const from = new Date(Date.now() - hours * hourMs).toISOString();
      const points = await session.analytics.timeseries({ from, interval: 'hour' }, { signal });
      return points.slice(-hours);
    },
    { refetchMs: slowRefetchMs },
  );

/** How much happened in the last minutes. */
export const useRecentCount = (minutes: number): UseQueryResult<number> =>
  useProjectQuery(
    ['home', 'recent', minutes],
    async (session, signal) => (await session.activity.recentCount({ minutes }, { signal })).count,
    { refetchMs: sumsRefetchMs },
  );

export const useLatestEmails = (limit: number): UseQueryResult<readonly EmailRow[]> =>
  useProjectQuery(
    ['emails', 'latest', limit],
    async (session, signal) => (await session.emails.list({ limit }, { signal })).data,
  );

const maxAsked = 100;

export function useSenderDomains(): UseQueryResult<readonly Domain[]> {
  const { project } = useProject();
  return useProjectQuery(
    ['domains', 'home'],
    async (session, signal) => await session.domains.list(project.id, { signal }),
  );
}

export const useNewestWorkflows = (): UseQueryResult<readonly Workflow[]> =>
  useProjectQuery(
    ['workflows', 'home'],
    async (session, signal) => (await session.workflows.list({ pageSize: maxAsked }, { signal })).data,
    { refetchMs: slowRefetchMs },
  );

/** Campaigns that are planned or under way. */
export const useOpenCampaigns = (): UseQueryResult<readonly Campaign[]> =>
  useProjectQuery(['campaigns', 'home'], async (session, signal) => {
    const query = { pageSize: maxAsked, fields: 'summary' } as const;
    const [planned, sending] = await Promise.all([
      session.campaigns.list({ ...query, status: 'SCHEDULED' }, { signal }),
      session.campaigns.list({ ...query, status: 'SENDING' }, { signal }),
    ]);
    return [...sending.data, ...planned.data];
  });
