import { instanceContext, type ProjectId, type Services } from '../src/platform/context/index.ts';

/** Erases what the features store of a project, as when it is deleted; the project itself stays. */
export const eraseDataOf = (services: Services, projectId: string): Promise<void> =>
  instanceContext(services).wipeProject(projectId as ProjectId, {
    isDeletion: true,
    holds: async () => true,
    close: async () => {},
  });
