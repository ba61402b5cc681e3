import { requireUser } from '#features/accounts';
import { releaseHeldMail } from '#features/emails';
import { disableProject, enableProject, findRole, type GivenReason } from '#features/projects';
import { logActivity } from '#platform/activity-log';
import type { ProjectId, ProjectTx } from '#platform/context';
import { AdministratorsOnly, ProjectNotFound, type SessionCall } from '#platform/identity';

/** Disables a project, or enables it with null (D-1124). A repeat changes nothing and leaves no second line in the activity. */
export async function switchProject(
  call: SessionCall,
  projectId: ProjectId,
  reason: GivenReason | null,
): Promise<{ disabled: boolean; disabledReason: GivenReason | null }> {
  const user = await call.read(async (reader) => ({
    ...(await requireUser(reader, call.userId)),
    role: await findRole(reader, projectId, call.userId),
  }));
  if (!user.isInstanceAdmin) throw user.role ? AdministratorsOnly() : ProjectNotFound(projectId);
  await call.inProject(projectId).transaction(async (tx) => {
    if (!(await exists(tx))) throw ProjectNotFound(projectId);
    const by = user.email;
    if (reason !== null) {
      if (await disableProject(tx, reason)) await logActivity(tx, [{ name: 'project.disabled', data: { reason, by } }]);
    } else if (await enableProject(tx)) {
      await tx.enqueue(releaseHeldMail, {});
      await logActivity(tx, [{ name: 'project.enabled', data: { by } }]);
    }
  });
  return { disabled: reason !== null, disabledReason: reason };
}

/** An administrator may name any project, so it is looked up. */
export async function exists({ db, projectId }: ProjectTx): Promise<boolean> {
  const row = await db
    .selectFrom('projects')
    .select('id')
    .where('id', '=', projectId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
