import type { ProjectReader } from '#platform/context';
import { ProjectNotFound } from '#platform/http';
import type { Counts, Figures } from './figures.ts';
import type { ProjectFacts } from './read-figures.ts';
import { findProject, readAllTime, readFigures } from './read-figures.ts';
import type { Suspension } from './suspensions.ts';
import { listSuspensions } from './suspensions.ts';

export interface Security {
  readonly projectId: string;
  readonly project: ProjectFacts;
  readonly figures: Figures;
  readonly allTime: Counts;
  readonly suspensions: readonly Suspension[];
}

/** How the mail of a project is received, at one moment. */
export async function readSecurity(reader: ProjectReader): Promise<Security> {
  const project = await findProject(reader);
  if (!project) throw ProjectNotFound(reader.projectId);
  return {
    projectId: reader.projectId,
    project,
    figures: await readFigures(reader, project),
    allTime: await readAllTime(reader),
    suspensions: await listSuspensions(reader),
  };
}
