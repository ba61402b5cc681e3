import type { InstanceReader } from '#platform/context';
import { hashPassword } from '#platform/crypto';
import type { OpenCall } from '#platform/identity';
import { claimToken } from './account-tokens.ts';
import { findWithPassword } from './find-user.ts';
import { markVerified } from './mark-verified.ts';
import { InvalidToken, NewPasswordRequired } from './refusals.ts';
import { findLiveSession, renewSession } from './session.ts';
import { setPassword } from './set-password.ts';
import { readToken } from './token.ts';

export interface VerifiedEmail {
  readonly email: string;
  /** The new secret of the caller's session, when it belongs to the person who was verified. */
  readonly token: string | null;
}

/**
 * Proves an address with the link mailed to it. Opening the link again returns the same.
 *
 * Invariant: a person who signed up with another person's address has no access once its owner opened the link. The link
 * alone shows who reads the mail, not who chose the password: it counts inside a session of the account, or together
 * with a new password, which ends all sessions.
 */
export async function verifyEmail(
  call: OpenCall,
  given: { token: string; newPassword?: string | undefined },
): Promise<VerifiedEmail> {
  if (!readToken(call.config, 'verify', given.token)) throw InvalidToken(); // before the costly hash
  const passwordHash = given.newPassword === undefined ? null : await hashPassword(given.newPassword);
  return call.transaction(async (tx) => {
    const claimed = await claimToken(tx, call.config, 'verify', given.token);
    if (!claimed?.userId) {
      if (passwordHash !== null) throw InvalidToken(); // Why: 200 would say that the new password counts
      return { email: await emailVerifiedBefore(tx, call, given.token), token: null };
    }
    const { userId } = claimed;
    if (passwordHash !== null) await setPassword(tx, userId, passwordHash);
    const session = await findLiveSession(tx, call.sessionToken);
    const own = session?.userId === userId ? session : null;
    if (passwordHash === null && !own && (await findWithPassword(tx, userId))?.passwordHash)
      throw NewPasswordRequired();
    const email = await markVerified(tx, userId, { isProven: true });
    return { email, token: own && (await renewSession(tx, call.config, own.id)) };
  });
}

async function emailVerifiedBefore(reader: InstanceReader, { config }: OpenCall, token: string): Promise<string> {
  const id = readToken(config, 'verify', token);
  if (!id) throw InvalidToken();
  const row = await reader.db
    .selectFrom('accountTokens')
    .innerJoin('users', 'users.id', 'accountTokens.userId')
    .select('users.email')
    .where('accountTokens.id', '=', id)
    .where('purpose', '=', 'verify')
    .where('usedAt', 'is not', null)
    .where('emailVerifiedAt', 'is not', null)
    .executeTakeFirst();
  if (!row) throw InvalidToken();
  return row.email;
}
