import type { InstanceTx } from '#platform/context';
import type { MemberCall } from '#platform/identity';
import { checkMayManage } from './change-team-member.ts';
import { loadProjectNames, translateLastOwnerViolation } from './last-owner.ts';
import { LastOwner, TeamMemberNotFound } from './refusals.ts';
import { findTeamMember, type TeamMember } from './team-member.ts';

/** Removes a person from the project, or withdraws an invitation. Any member may leave, except the last owner. */
export function removeTeamMember(call: MemberCall, id: string): Promise<void> {
  const write = () =>
    call.transaction(async (tx) => {
      const member = await findTeamMember(tx, call.projectId, id);
      if (!member) throw TeamMemberNotFound(id);
      if (member.userId !== call.userId) await checkMayManage(tx, call, member);
      await removeRow(tx, call, member);
    });
  return translateLastOwnerViolation(write, async () => LastOwner(await loadProjectNames(call, call.projectId)));
}

async function removeRow(tx: InstanceTx, { projectId }: MemberCall, member: TeamMember): Promise<void> {
  const gone = member.userId
    ? await tx.db
        .deleteFrom('memberships')
        .where('projectId', '=', projectId)
        .where('userId', '=', member.userId)
        .where('role', '=', member.role)
        .returning('userId')
        .executeTakeFirst()
    : await tx.db
        .deleteFrom('invitations')
        .where('projectId', '=', projectId)
        .where('id', '=', member.id)
        .where('role', '=', member.role)
        .returning('id')
        .executeTakeFirst();
  if (!gone) throw TeamMemberNotFound(member.id);
}
