import type { InstanceContext, ProjectId } from '#platform/context';
import { hasProjectLeft } from '#platform/db';
import { nilId, readId } from '#platform/ids';

const batch = 200;

export interface RotationCount {
  readonly seen: number;
  readonly sealedAnew: number;
  /** Ids of rows that no listed key opens; they are left as they are. */
  readonly unreadable: readonly string[];
}

export type SealOutcome = 'sealed' | 'current' | 'unreadable';

interface SealedByProject {
  /** What is sealed, for the list of what cannot be read. */
  readonly what: string;
  /** The SQL function that lists projects with such a secret, after an id. */
  readonly listedBy: string;
  /** Seals what one project has, in a transaction of its own. */
  sealAnew(ctx: InstanceContext, projectId: ProjectId): Promise<SealOutcome>;
}

/** Seals a secret of every project with the present key of the instance: one pass in the order of the projects' ids. */
export async function sealByProject(
  ctx: InstanceContext,
  { what, listedBy, sealAnew }: SealedByProject,
): Promise<RotationCount> {
  let [seen, sealedAnew] = [0, 0];
  const unreadable: string[] = [];
  let last = nilId;
  for (;;) {
    const found = await ctx.dispatch<{ project_id: string }>(listedBy, [last, batch]);
    for (const { project_id: id } of found) {
      const projectId = readId<'project'>(id);
      const outcome = projectId && (await sealAnew(ctx, projectId).catch(currentIfGone));
      seen += 1;
      if (outcome === 'sealed') sealedAnew += 1;
      if (outcome === 'unreadable') unreadable.push(`${what} of ${id}`);
    }
    const end = found.at(-1);
    if (!end || found.length < batch) return { seen, sealedAnew, unreadable };
    last = end.project_id;
  }
}

/** A project that is reset or moved keeps its secrets: then the command fails, and is repeated. */
function currentIfGone(error: unknown): SealOutcome {
  if (!hasProjectLeft(error)) throw error;
  return 'current';
}
