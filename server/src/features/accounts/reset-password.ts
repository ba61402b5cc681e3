import { hashPassword } from '#platform/crypto';
import type { OpenCall } from '#platform/identity';
import { claimToken } from './account-tokens.ts';
import { rememberNetwork } from './guesses.ts';
import { markVerified } from './mark-verified.ts';
import { InvalidToken } from './refusals.ts';
import { setPassword } from './set-password.ts';
import { readToken } from './token.ts';

/** Sets a new password with the link mailed to the person, ends all their sessions and proves their address. */
export async function resetPassword(call: OpenCall, given: { token: string; newPassword: string }): Promise<void> {
  if (!readToken(call.config, 'reset', given.token)) throw InvalidToken(); // before the costly hash
  const passwordHash = await hashPassword(given.newPassword);
  await call.transaction(async (tx) => {
    const claimed = await claimToken(tx, call.config, 'reset', given.token);
    if (!claimed?.userId) throw InvalidToken();
    const { userId } = claimed;
    await setPassword(tx, userId, passwordHash);
    const email = await markVerified(tx, userId, { isProven: true });
    await rememberNetwork(tx, email, call.client);
  });
}
