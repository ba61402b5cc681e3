import type { InstanceTx } from '#platform/context';
import type { MemberCall } from '#platform/http';
import { checkMayTouch } from './change-team-member.ts';
import { keepingAnOwner, namedProject } from './last-owner.ts';
import { LastOwner, TeamMemberNotFound } from './refusals.ts';
import type { TeamMember } from './team-member.ts';
import { findTeamMember } from './team-member.ts';

/** Takes a person out of the project, or an invitation back. Anyone may leave, except the last owner. */
export function removeTeamMember(call: MemberCall, id: string): Promise<void> {
  const write = () =>
    call.transaction(async (tx) => {
      const member = await findTeamMember(tx, call.projectId, id);
      if (!member) throw TeamMemberNotFound(id);
      if (member.userId !== call.userId) await checkMayTouch(tx, call, member);
      await removeRow(tx, call, member);
    });
  return keepingAnOwner(write, async () => LastOwner(await namedProject(call, call.projectId)));
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
