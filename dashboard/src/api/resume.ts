import type { Body } from '@postrider/sdk';
import { type UseMutationResult, useQueryClient } from '@tanstack/react-query';
import type { Security } from './home.ts';
import { useProject, useProjectChange } from './project.ts';

export type PauseScope = Body<'POST /projects/{id}/resume'>['scope'];

/** Lifts a pause; held mail leaves. */
export function useResume(): UseMutationResult<Security, Error, PauseScope> {
  const { project } = useProject();
  const client = useQueryClient();
  return useProjectChange(
    async (session, scope) => {
      const security = await session.projects.resume(project.id, { scope, acknowledge: true });
      await client.invalidateQueries({ queryKey: ['projects'] });
      return security;
    },
    [['security'], ['emails']],
  );
}
