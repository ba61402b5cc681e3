import type { InstanceTx } from '#platform/context';
import { type SessionCall, TooManyRequests } from '#platform/identity';
import { limits } from '#pure/limits';
import { mailVerification } from './account-tokens.ts';

const { verificationMailsPerUser: perDay, verificationMailsInARow: inARow } = limits;

/** Mails the verification link once more: one mail in ten minutes, three a day. True when there was no need. */
export function requestVerification(call: SessionCall): Promise<{ alreadyVerified: boolean }> {
  return call.transaction(async (tx) => {
    // Why: locked, so that two requests at once cannot both find room.
    const { emailVerifiedAt } = await tx.db
      .selectFrom('users')
      .select('emailVerifiedAt')
      .where('id', '=', call.userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    if (emailVerifiedAt) return { alreadyVerified: true };
    await checkMails(tx, call);
    if (call.mail.canSend) await mailVerification(tx, call.userId);
    return { alreadyVerified: false };
  });
}

async function checkMails(tx: InstanceTx, { userId }: SessionCall): Promise<void> {
  const mails = await tx.db
    .selectFrom('accountTokens')
    .select('createdAt')
    .where('userId', '=', userId)
    .where('purpose', '=', 'verify')
    .where('createdAt', '>', new Date(tx.now.getTime() - perDay.windowSeconds * 1_000))
    .orderBy('createdAt', 'desc')
    .limit(perDay.max)
    .execute();
  const [newest] = mails;
  if (!newest) return;
  const waitFor = (since: Date, seconds: number): number =>
    Math.ceil((since.getTime() + seconds * 1_000 - tx.now.getTime()) / 1_000);
  const last = mails[perDay.max - 1];
  if (last) throw TooManyRequests('user', perDay, waitFor(last.createdAt, perDay.windowSeconds));
  const wait = waitFor(newest.createdAt, inARow.windowSeconds);
  if (wait > 0) throw TooManyRequests('user', inARow, wait);
}
