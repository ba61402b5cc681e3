import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Security } from './home.ts';
import { sessionIn } from './session.ts';

/** The security figures of a project that is not open. */
export const useHealthOf = (projectId: string): UseQueryResult<Security> =>
  useQuery({
    queryKey: [projectId, 'security'],
    queryFn: ({ signal }) => sessionIn(projectId).projects.security(projectId, { signal }),
  });

export interface DayOfProject {
  readonly accepted: number;
  /** Mails accepted in each of the last hours, the current one last. */
  readonly hours: readonly number[];
}

const hourMs = 3_600_000;
const shownHours = 24;

/** The last 24 hours of a project that is not open. */
export const useDayOf = (projectId: string): UseQueryResult<DayOfProject> =>
  useQuery({
    queryKey: [projectId, 'projects-page'],
    queryFn: async ({ signal }) => {
      const session = sessionIn(projectId);
      const from = new Date(Date.now() - shownHours * hourMs).toISOString();
      const [stats, points] = await Promise.all([
        session.activity.stats({ from }, { signal }),
        session.analytics.timeseries({ from, interval: 'hour' }, { signal }),
      ]);
      return { accepted: stats.balance.accepted, hours: points.slice(-shownHours).map(({ accepted }) => accepted) };
    },
  });
