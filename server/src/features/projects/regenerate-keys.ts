import { type MemberCall, ProjectNotFound } from '#platform/identity';
import { newKeys } from './create-project.ts';
import type { Project } from './project.ts';
import { type ProjectKeys, writeKeys } from './project-keys.ts';
import { findProject } from './queries.ts';

/** New keys, both at once, in one commit (D-1112). Keys are looked up at each request, so the old ones end with the commit. */
export function regenerateKeys(call: MemberCall): Promise<{ project: Project; keys: ProjectKeys }> {
  return call.transaction(async (tx) => {
    // Why: rotations and a deletion of the same project run one after the other.
    const locked = await tx.db
      .updateTable('projects')
      .set({ updatedAt: tx.now })
      .where('id', '=', call.projectId)
      .where('deletedAt', 'is', null)
      .returning('handle')
      .executeTakeFirst();
    if (!locked) throw ProjectNotFound(call.projectId);
    const keys = newKeys(call.config, locked.handle);
    await writeKeys(tx, call.projectId, keys);
    const project = await findProject(tx, call.projectId, call.userId);
    if (!project) throw ProjectNotFound(call.projectId);
    return { project, keys };
  });
}
