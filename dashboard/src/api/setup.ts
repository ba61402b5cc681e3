import type { Reply } from '@postrider/sdk';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { firstSecretOf, keepFirstSecret } from './first-secret.ts';
import { useProject, useProjectChange, useProjectQuery } from './project.ts';

export type SetupState = Reply<'GET /projects/{id}/setup-state'>;

/** How far the project has come, in facts. */
export function useSetupState(): UseQueryResult<SetupState> {
  const { project } = useProject();
  return useProjectQuery(['setup'], (session, signal) => session.projects.setupState(project.id, { signal }));
}

/** Replaces a pair that no call has used. The secret stays in the memory of this tab, for the first screen. */
export function useNewFirstPair(): UseMutationResult<string, Error, void> {
  const { project } = useProject();
  return useProjectChange(
    async (session) => {
      const { secret } = await session.projects.regenerateKeys(project.id);
      keepFirstSecret(project.id, secret);
      return secret;
    },
    [['keys'], ['setup']],
  );
}

/** Known only in the tab that made the project or its pair. */
export const useFirstSecret = (): string | null => firstSecretOf(useProject().project.id);
