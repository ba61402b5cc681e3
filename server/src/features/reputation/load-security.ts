import type { ProjectReader } from '#platform/context';
import { ProjectNotFound } from '#platform/identity';
import { findProjectState, loadAllTime, loadStats, type ProjectState } from './load-stats.ts';
import type { ReputationCounts, ReputationStats } from './stats.ts';
import { listSuspensions, type Suspension } from './suspensions.ts';

export interface Security {
  readonly projectId: string;
  readonly project: ProjectState;
  readonly stats: ReputationStats;
  readonly allTime: ReputationCounts;
  readonly suspensions: readonly Suspension[];
}

/** How the mail of a project is received, in one snapshot. */
export async function loadSecurity(reader: ProjectReader): Promise<Security> {
  const project = await findProjectState(reader);
  if (!project) throw ProjectNotFound(reader.projectId);
  return {
    projectId: reader.projectId,
    project,
    stats: await loadStats(reader, project),
    allTime: await loadAllTime(reader),
    suspensions: await listSuspensions(reader),
  };
}
