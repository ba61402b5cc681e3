import type { Reply } from '@postrider/sdk';
import { type UseMutationResult, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useProject, useProjectChange, useProjectQuery } from './project.ts';

export type Domain = Reply<'GET /domains/{id}'>;
export type DomainRecord = Domain['records'][number];

/** The server repeats no check that is younger. */
export const checkEveryMs = 10_000;

export function useDomains(): UseQueryResult<readonly Domain[]> {
  const { project } = useProject();
  return useProjectQuery(
    ['domains', 'list'],
    async (session, signal) => await session.domains.list(project.id, { signal }),
  );
}

interface WatchedDomain {
  /** As it was last checked; read without a look-up. */
  readonly domain: UseQueryResult<Domain>;
  /** Looks again and again while the page is open; `refetch` looks now. */
  readonly check: UseQueryResult<Domain>;
}

export function useWatchedDomain(id: string): WatchedDomain {
  const { project } = useProject();
  const client = useQueryClient();
  const key = ['domains', 'one', id];
  const domain = useProjectQuery(key, (session, signal) => session.domains.get(id, { signal }));
  const check = useProjectQuery(
    // Why another name: what a check changes is announced, and must not cause the next check.
    ['domain-checks', id],
    async (session, signal) => {
      const checked = await session.domains.verify(id, { signal });
      client.setQueryData([project.id, ...key], checked);
      return checked;
    },
    { isEnabled: domain.data !== undefined, refetchMs: checkEveryMs },
  );
  return { domain, check };
}

const stale = [['domains'], ['setup']];

export function useAddDomain(): UseMutationResult<Domain, Error, string> {
  const { project } = useProject();
  return useProjectChange((session, domain) => session.domains.create({ domain, projectId: project.id }), stale);
}

export function useDeleteDomain(): UseMutationResult<undefined, Error, string> {
  const { project } = useProject();
  const client = useQueryClient();
  return useProjectChange(
    async (session, id) => {
      const gone = await session.domains.delete(id);
      client.removeQueries({ queryKey: [project.id, 'domain-checks', id] });
      client.removeQueries({ queryKey: [project.id, 'domains', 'one', id] });
      return gone;
    },
    [['domains', 'list'], ['setup']],
  );
}
