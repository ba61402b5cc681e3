import type { Reply } from '@postrider/sdk';
import { type UseMutationResult, type UseQueryResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useProject, useProjectQuery } from './project.ts';

export type Examination = Reply<'GET /doctor'>;

/** Checks of the installation for its administrators, and of the project for everyone else. */
export function useDoctor(): UseQueryResult<Examination> {
  const { project } = useProject();
  return useProjectQuery(['doctor'], (session, signal) => session.doctor.show({ projectId: project.id }, { signal }));
}

/** Makes the checks again; the page shows the new result. */
export function useRunDoctor(): UseMutationResult<Examination, Error, void> {
  const { project, session } = useProject();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => await session.doctor.run({ projectId: project.id }),
    onSuccess: (result) => client.setQueryData([project.id, 'doctor'], result),
  });
}
