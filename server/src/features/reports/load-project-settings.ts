import type { ProjectReader } from '#platform/context';

/** The settings of a project that reports follow where a query does not say otherwise. */
export const loadProjectSettings = ({
  db,
  projectId,
}: ProjectReader): Promise<{ mode: 'test' | 'live'; timezone: string }> =>
  db.selectFrom('projects').select(['mode', 'timezone']).where('id', '=', projectId).executeTakeFirstOrThrow();
