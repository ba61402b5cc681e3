import type { InstanceReader } from '#platform/context';
import type { OpenCall } from '#platform/http';
import { claimToken } from './account-tokens.ts';
import { markVerified } from './mark-verified.ts';
import { InvalidToken } from './refusals.ts';
import { liveSession, renewSession } from './session.ts';
import { readToken } from './token.ts';

export interface Verified {
  readonly email: string;
  /** The new secret of the caller's session, when it belongs to the person who was verified. */
  readonly token: string | null;
}

/** Proves an address with the link mailed to it. Opening the link again answers the same. */
export function verifyEmail(call: OpenCall, token: string): Promise<Verified> {
  return call.transaction(async (tx) => {
    const claimed = await claimToken(tx, call.config, 'verify', token);
    if (!claimed?.userId) return { email: await emailVerifiedBefore(tx, call, token), token: null };

    const email = await markVerified(tx, claimed.userId, { isProven: true });
    const session = await liveSession(tx, call.sessionToken);
    const isTheirs = session?.userId === claimed.userId;
    return { email, token: isTheirs ? await renewSession(tx, call.config, session.id) : null };
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
