import type { MemberCall } from '#platform/http';
import { ProjectNotFound } from '#platform/http';
import { newKeys } from './create-project.ts';
import type { Project } from './project.ts';
import type { ProjectKeys } from './project-keys.ts';
import { writeKeys } from './project-keys.ts';
import { findProject } from './queries.ts';

/** New keys, both at once, in one commit (D-1112). Keys are looked up at each request, so the old ones end with it. */
export function regenerateKeys(call: MemberCall): Promise<{ project: Project; keys: ProjectKeys }> {
  return call.transaction(async (tx) => {
    // Why: rotations and a deletion of the same project follow each other.
    const held = await tx.db
      .updateTable('projects')
      .set({ updatedAt: tx.now })
      .where('id', '=', call.projectId)
      .where('deletedAt', 'is', null)
      .returning('handle')
      .executeTakeFirst();
    if (!held) throw ProjectNotFound(call.projectId);
    const keys = newKeys(call.config, held.handle);
    await writeKeys(tx, call.projectId, keys);
    const project = await findProject(tx, call.projectId, call.userId);
    if (!project) throw ProjectNotFound(call.projectId);
    return { project, keys };
  });
}
