import { EmailVerificationRequired, findByEmail, makeToken, needsVerification, requireUser } from '#features/accounts';
import type { InstanceTx } from '#platform/context';
import { sha256 } from '#platform/crypto';
import { type MemberCall, type Role, RoleTooLow, TooManyRequests } from '#platform/identity';
import { countUse } from '#platform/rate-limit';
import { limits } from '#pure/limits';
import { mayManage } from './project.ts';
import { findRole } from './queries.ts';
import { AlreadyMember } from './refusals.ts';
import { sendInvitation } from './send-invitation.ts';
import type { TeamMember } from './team-member.ts';

const lifeMilliseconds = 7 * 24 * 60 * 60 * 1_000;

export interface InvitationResult {
  readonly member: TeamMember;
  readonly inviteUrl: string;
  /** False when a pending invitation was renewed. */
  readonly isNew: boolean;
}

/** Invites an address into the project by mail; one already invited gets the mail again and seven more days. */
export async function inviteTeamMember(
  call: MemberCall,
  given: { email: string; role: Role },
): Promise<InvitationResult> {
  if (!mayManage(call.role, given.role)) throw RoleTooLow(given.role === 'OWNER' ? 'OWNER' : 'ADMIN');
  await checkInvitable(call, given.email);
  await countInvitation(call, given.email);
  return call.transaction(async (tx) => {
    const { member, isNew } = await writeInvitation(tx, call, given);
    if (call.mail.canSend) await tx.enqueue(sendInvitation, { invitationId: member.id });
    return {
      member,
      isNew,
      inviteUrl: `${call.config.BASE_URL}/app/invite/${makeToken(call.config, 'invitation', member.id)}`,
    };
  });
}

async function checkInvitable(call: MemberCall, email: string): Promise<void> {
  await call.read(async (reader) => {
    if (needsVerification(await requireUser(reader, call.userId), call.mail)) throw EmailVerificationRequired();
    const known = await findByEmail(reader, email);
    if (known && (await findRole(reader, call.projectId, known.user.id))) throw AlreadyMember();
  });
}

/** Counted by project, by inviter and by recipient: no address is mailed again and again from many projects. */
async function countInvitation(call: MemberCall, email: string): Promise<void> {
  const counters = [
    { scope: 'project', key: `invitations:${call.projectId}`, limit: limits.invitationsPerProject },
    { scope: 'user', key: `invitations-by:${call.userId}`, limit: limits.invitationsPerInviter },
    {
      scope: 'address',
      key: `invitations-to:${sha256(email).toString('base64url')}`,
      limit: limits.invitationsPerAddress,
    },
  ] as const;
  await call.transaction(async ({ db }) => {
    for (const { scope, key, limit } of counters) {
      const { used, resetSeconds } = await countUse(db, key, limit);
      if (used > limit.max) throw TooManyRequests(scope, limit, resetSeconds);
    }
  });
}

async function writeInvitation(
  tx: InstanceTx,
  call: MemberCall,
  { email, role }: { email: string; role: Role },
): Promise<{ member: TeamMember; isNew: boolean }> {
  const id = tx.newId<'invitation'>();
  const times = { createdAt: tx.now, expiresAt: new Date(tx.now.getTime() + lifeMilliseconds) };
  const row = await tx.db
    .insertInto('invitations')
    .values({ id, projectId: call.projectId, email, role, invitedBy: call.userId, ...times })
    .onConflict((pending) =>
      pending
        .columns(['projectId', 'email'])
        .doUpdateSet({ role, invitedBy: call.userId, expiresAt: times.expiresAt })
        .where(({ or, eb, lit }) => or([eb('invitations.role', '!=', 'OWNER'), lit(mayManage(call.role, 'OWNER'))])),
    )
    .returning(['id', 'createdAt', 'expiresAt'])
    .executeTakeFirst();
  if (!row) throw RoleTooLow('OWNER'); // only an OWNER renews an invitation of an OWNER
  const member = { id: row.id, userId: null, email, name: null, role, joinedAt: null };
  return { member: { ...member, invitedAt: row.createdAt, expiresAt: row.expiresAt }, isNew: row.id === id };
}
