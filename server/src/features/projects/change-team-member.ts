import { renewSession } from '#features/accounts';
import type { InstanceTx } from '#platform/context';
import type { MemberCall, Role } from '#platform/http';
import { RoleTooLow } from '#platform/http';
import { keepingAnOwner, namedProject } from './last-owner.ts';
import { mayManage } from './project.ts';
import { roleOf } from './queries.ts';
import { LastOwner, TeamMemberNotFound } from './refusals.ts';
import type { TeamMember } from './team-member.ts';
import { findTeamMember } from './team-member.ts';

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
      await checkMayTouch(tx, call, before, role);
      await writeRole(tx, call, before, role);
      const token = id === call.userId ? await renewSession(tx, call.config, call.sessionId) : null;
      return { member: { ...before, role }, token };
    });
  return keepingAnOwner(write, async () => LastOwner(await namedProject(call, call.projectId)));
}

/** Refuses by the caller's role as it is now, not as it was at the door. */
export async function checkMayTouch(
  tx: InstanceTx,
  call: MemberCall,
  member: TeamMember,
  ...roles: readonly Role[]
): Promise<void> {
  const own = await roleOf(tx, call.projectId, call.userId);
  const touched = [member.role, ...roles];
  if (!own || !mayManage(own, ...touched)) throw RoleTooLow(touched.includes('OWNER') ? 'OWNER' : 'ADMIN');
}

/** The role read before is part of the guard: two changes at once cannot pass each other. */
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
