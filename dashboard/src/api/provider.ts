import type { Body, Reply } from '@postrider/sdk';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { useProject, useProjectChange, useProjectQuery } from './project.ts';

export type Provider = Reply<'GET /projects/{id}/provider'>;
export type ProviderInput = Body<'PUT /projects/{id}/provider'>;
export type ProviderTest = Reply<'POST /projects/{id}/provider/test'>;

export function useProvider(isEnabled: boolean): UseQueryResult<Provider> {
  const { project } = useProject();
  return useProjectQuery(['provider'], (session, signal) => session.projects.provider(project.id, { signal }), {
    isEnabled,
  });
}

export function useTestProvider(): UseMutationResult<ProviderTest, Error, void> {
  const { project } = useProject();
  return useProjectChange((session) => session.projects.testProvider(project.id), [['provider'], ['setup']]);
}

export function useChangeProvider(): UseMutationResult<Provider, Error, ProviderInput> {
  const { project } = useProject();
  return useProjectChange(
    (session, input: ProviderInput) => session.projects.changeProvider(project.id, input),
    [['provider'], ['setup']],
  );
}

export interface ActsByItself {
  readonly id: string;
  readonly name: string;
}

export interface ActingByItself {
  readonly workflows: readonly ActsByItself[];
  readonly workflowTotal: number;
  readonly campaigns: readonly ActsByItself[];
  readonly campaignTotal: number;
}

const maxNamed = 10;

/** What will write to people without being asked again: enabled workflows and scheduled campaigns. */
export const useActingByItself = (isEnabled: boolean): UseQueryResult<ActingByItself> =>
  useProjectQuery(
    ['campaigns', 'acting'],
    async (session, signal) => {
      const [workflows, campaigns] = await Promise.all([
        session.workflows.list({ status: 'active', pageSize: maxNamed }, { signal }),
        session.campaigns.list({ status: 'SCHEDULED', fields: 'summary', pageSize: maxNamed }, { signal }),
      ]);
      return {
        workflows: workflows.data,
        workflowTotal: workflows.total,
        campaigns: campaigns.data,
        campaignTotal: campaigns.total,
      };
    },
    { isEnabled, staleMs: 0 },
  );
