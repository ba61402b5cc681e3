import { type MemberCall, ProjectNotFound } from '#platform/identity';
import { requireName } from './confirm-name.ts';
import { eraseProject } from './erase-project.ts';

/** Deletes a project: keys and team at once, its data by a task (D-1113). */
export function deleteProject(call: MemberCall, confirm: string | undefined): Promise<void> {
  return call.transaction(async (tx) => {
    const gone = await tx.db
      .updateTable('projects')
      .set({ deletedAt: tx.now, updatedAt: tx.now })
      .where('id', '=', call.projectId)
      .where('deletedAt', 'is', null)
      .returning('name')
      .executeTakeFirst();
    if (!gone) throw ProjectNotFound(call.projectId);
    requireName(confirm, gone.name);
    await tx.db.deleteFrom('apiKeys').where('projectId', '=', call.projectId).execute();
    await tx.db.deleteFrom('invitations').where('projectId', '=', call.projectId).execute();
    await tx.db.deleteFrom('memberships').where('projectId', '=', call.projectId).execute();
    await tx.enqueue(eraseProject, { projectId: call.projectId }, { mergeKey: call.projectId });
  });
}
