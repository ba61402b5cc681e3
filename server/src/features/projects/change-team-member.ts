import { renewSession } from '#features/accounts';
import type { InstanceTx } from '#platform/context';
import { type MemberCall, type Role, RoleTooLow } from '#platform/identity';
import { loadProjectNames, translateLastOwnerViolation } from './last-owner.ts';
import { mayManage } from './project.ts';
import { findRole } from './queries.ts';
import { LastOwner, TeamMemberNotFound } from './refusals.ts';
import { findTeamMember, type TeamMember } from './team-member.ts';

export interface ChangedMember {
  readonly member: TeamMember;
  /** The new secret of the caller's session, when the role they changed is their own. */
  readonly token: string | null;
}

/** Gives a team member, or a pending invitation, another role. It counts from their next request on. */
export function changeTeamMember(call: MemberCall, id: string, role: Role): Promise<ChangedMember> {
  const write = () =>
    call.transaction(async (tx) => {
      const before = await findTeamMember(tx, call.projectId, id);
      if (!before) throw TeamMemberNotFound(id);
      await checkMayManage(tx, call, before, role);
      await writeRole(tx, call, before, role);
      const token = id === call.userId ? await renewSession(tx, call.config, call.sessionId) : null;
      return { member: { ...before, role }, token };
    });
  return translateLastOwnerViolation(write, async () => LastOwner(await loadProjectNames(call, call.projectId)));
}

/** Refuses by the caller's role as it is now, not as it was at entry. */
export async function checkMayManage(
  tx: InstanceTx,
  call: MemberCall,
  member: TeamMember,
  ...roles: readonly Role[]
): Promise<void> {
  const callerRole = await findRole(tx, call.projectId, call.userId);
  const affected = [member.role, ...roles];
  if (!callerRole || !mayManage(callerRole, ...affected))
    throw RoleTooLow(affected.includes('OWNER') ? 'OWNER' : 'ADMIN');
}

/** The role loaded before is part of the condition: of two concurrent changes one fails. */
async function writeRole(tx: InstanceTx, { projectId }: MemberCall, before: TeamMember, role: Role): Promise<void> {
  const written = before.userId
    ? await tx.db
        .updateTable('memberships')
        .set({ role })
        .where('projectId', '=', projectId)
        .where('userId', '=', before.userId)
        .where('role', '=', before.role)
        .returning('userId')
        .executeTakeFirst()
    : await tx.db
        .updateTable('invitations')
        .set({ role })
        .where('projectId', '=', projectId)
        .where('id', '=', before.id)
        .where('role', '=', before.role)
        .returning('id')
        .executeTakeFirst();
  if (!written) throw TeamMemberNotFound(before.id);
}
