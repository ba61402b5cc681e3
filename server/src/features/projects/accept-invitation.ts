import { markVerified, readToken, renewSession, requireUser } from '#features/accounts';
import type { InstanceTx } from '#platform/context';
import { ProjectNotFound, type SessionCall, type UserId } from '#platform/identity';
import { findInvitation, type Invitation } from './find-invitation.ts';
import type { Project } from './project.ts';
import { findProject } from './queries.ts';
import { InvitationNotFound, OtherAddress } from './refusals.ts';

/** Joins the project. The person's rights change, so their session goes on under a new secret, which is returned. */
export function acceptInvitation(call: SessionCall, token: string): Promise<{ project: Project; token: string }> {
  return call.transaction(async (tx) => {
    const id = readToken<'invitation'>(call.config, 'invitation', token);
    const invitation = id && (await findInvitation(tx, id));
    if (!invitation) throw InvitationNotFound();
    const user = await requireUser(tx, call.userId);
    if (user.email !== invitation.email) throw OtherAddress();
    if (!(await joinProject(tx, invitation, user.id))) throw InvitationNotFound();
    const project = await findProject(tx, invitation.projectId, user.id);
    if (!project) throw ProjectNotFound(invitation.projectId);
    return { project, token: await renewSession(tx, call.config, call.sessionId) };
  });
}

/** Uses the invitation up and makes the person a team member with its present role. Of two concurrent calls one succeeds. */
export async function joinProject(tx: InstanceTx, invitation: Invitation, userId: UserId): Promise<boolean> {
  const used = await tx.db
    .deleteFrom('invitations')
    .where('id', '=', invitation.id)
    .where('expiresAt', '>', tx.now)
    .returning('role')
    .executeTakeFirst();
  if (!used) return false;
  await tx.db
    .insertInto('memberships')
    .values({ projectId: invitation.projectId, userId, role: used.role, joinedAt: tx.now })
    .onConflict((already) => already.doNothing())
    .execute();
  await markVerified(tx, userId, { isProven: false });
  return true;
}
