import { sql } from 'kysely';
import type { Config } from '#platform/config';
import type { InstanceTx } from '#platform/context';
import type { UserId } from '#platform/identity';
import type { Id } from '#platform/ids';
import { sendAccountMail } from './send-account-mail.ts';
import { readToken, type TokenPurpose } from './token.ts';

export const lifeSeconds = { verify: 24 * 60 * 60, reset: 30 * 60 } as const;

/** Starts the verification of an address: a row, and the task that mails its link. */
export async function mailVerification(tx: InstanceTx, userId: UserId): Promise<void> {
  const id = tx.newId<'account-token'>();
  await tx.db
    .insertInto('accountTokens')
    .values({ id, purpose: 'verify', userId, createdAt: tx.now, expiresAt: after(tx.now, lifeSeconds.verify) })
    .execute();
  await tx.enqueue(sendAccountMail, { tokenId: id });
}

/** The same row and the same task whether or not the address is known: the task finds out. */
export async function mailReset(tx: InstanceTx, email: string): Promise<void> {
  const id = tx.newId<'account-token'>();
  await tx.db
    .insertInto('accountTokens')
    .values({
      id,
      purpose: 'reset',
      userId: sql<string | null>`(select id from users where email = ${email})`,
      createdAt: tx.now,
      expiresAt: after(tx.now, lifeSeconds.reset),
    })
    .execute();
  await tx.enqueue(sendAccountMail, { tokenId: id });
}

export interface ClaimedToken {
  readonly id: Id<'account-token'>;
  readonly userId: UserId | null;
}

/** Uses a token up. Of two concurrent calls one succeeds. */
export async function claimToken(
  tx: InstanceTx,
  config: Config,
  purpose: Exclude<TokenPurpose, 'invitation'>,
  token: string,
): Promise<ClaimedToken | null> {
  const id = readToken<'account-token'>(config, purpose, token);
  if (!id) return null;
  const row = await tx.db
    .updateTable('accountTokens')
    .set({ usedAt: tx.now })
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', tx.now)
    .returning('userId')
    .executeTakeFirst();
  return row ? { id, userId: row.userId as UserId | null } : null; // references users
}

const after = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1_000);
