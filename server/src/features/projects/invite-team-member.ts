import { EmailVerificationRequired, findByEmail, makeToken, needsVerification, requireUser } from '#features/accounts';
import type { InstanceTx } from '#platform/context';
import { sha256 } from '#platform/crypto';
import type { MemberCall, Role } from '#platform/http';
import { RoleTooLow, TooManyRequests } from '#platform/http';
import { countUse } from '#platform/rate-limit';
import { mayManage } from './project.ts';
import { roleOf } from './queries.ts';
import { AlreadyMember } from './refusals.ts';
import { sendInvitation } from './send-invitation.ts';
import type { TeamMember } from './team-member.ts';

const lifeMilliseconds = 7 * 24 * 60 * 60 * 1_000;
const daySeconds = 24 * 60 * 60;
const mostPerDay = 50;
const mostOfUser = 100;
const mostToAddress = 10;

export interface Invited {
  readonly member: TeamMember;
  readonly inviteUrl: string;
  /** False when a pending invitation was renewed. */
  readonly isNew: boolean;
}

/** Invites an address into the project by mail; one already invited gets the mail again and seven more days. */
export async function inviteTeamMember(call: MemberCall, given: { email: string; role: Role }): Promise<Invited> {
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
    if (known && (await roleOf(reader, call.projectId, known.user.id))) throw AlreadyMember();
  });
}

/** By project, by whoever invites, and by whoever is written to: nobody is mailed again and again from many projects. */
async function countInvitation(call: MemberCall, email: string): Promise<void> {
  const limits = [
    { scope: 'project', key: `invitations:${call.projectId}`, most: mostPerDay },
    { scope: 'user', key: `invitations-by:${call.userId}`, most: mostOfUser },
    { scope: 'address', key: `invitations-to:${sha256(email).toString('base64url')}`, most: mostToAddress },
  ] as const;
  await call.transaction(async ({ db }) => {
    for (const { scope, key, most } of limits) {
      const { used, resetSeconds } = await countUse(db, key, most, daySeconds);
      if (used > most) throw TooManyRequests(scope, most, daySeconds, resetSeconds);
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
