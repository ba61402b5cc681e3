import type { Body, Reply } from '@postrider/sdk';
import { type UseMutationResult, useQueryClient } from '@tanstack/react-query';
import { type Project, useProject, useProjectChange } from './project.ts';

export type ProjectChange = NonNullable<Body<'PATCH /users/@me/projects/{id}'>>;
export type ResetResult = Reply<'POST /users/@me/projects/{id}/reset'>;

const projectsKey = ['projects'];

export function useChangeProject(): UseMutationResult<Project, Error, ProjectChange> {
  const { project } = useProject();
  const client = useQueryClient();
  return useProjectChange(
    async (session, change) => {
      const changed = await session.projects.update(project.id, change);
      client.setQueryData<readonly Project[]>(projectsKey, (projects) =>
        projects?.map((one) => (one.id === changed.id ? changed : one)),
      );
      return changed;
    },
    [['setup'], ['security']],
  );
}

export type DisabledReason = NonNullable<Project['disabledReason']>;
/** Those that a person gives; the others follow from something else. */
export type GivenReason = Body<'POST /projects/{id}/disable'>['reason'];

/** Disables the project for a reason, or enables it with null. For administrators of the instance. */
export function useDisableProject(): UseMutationResult<void, Error, GivenReason | null> {
  const { project } = useProject();
  const client = useQueryClient();
  return useProjectChange(
    async (session, reason) => {
      await (reason ? session.projects.disable(project.id, { reason }) : session.projects.enable(project.id));
      await client.invalidateQueries({ queryKey: projectsKey });
    },
    [['security'], ['emails'], ['activity']],
  );
}

/** Everything of the project is read again afterwards. */
export function useResetProject(): UseMutationResult<ResetResult, Error, string> {
  const { project } = useProject();
  return useProjectChange((session, confirm) => session.projects.reset(project.id, { confirm }), [[]]);
}

export function useDeleteProject(): UseMutationResult<undefined, Error, string> {
  const { project } = useProject();
  return useProjectChange((session, confirm) => session.projects.delete(project.id, { confirm }));
}

/** Forgets a deleted project; called once its pages are left. */
export function useForgetProject(): (id: string) => void {
  const client = useQueryClient();
  return (id) => {
    client.setQueryData<readonly Project[]>(projectsKey, (projects) => projects?.filter((one) => one.id !== id));
    client.removeQueries({ queryKey: [id] });
  };
}
