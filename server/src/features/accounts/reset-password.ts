import { hashPassword } from '#platform/crypto';
import type { OpenCall } from '#platform/http';
import { claimToken } from './account-tokens.ts';
import { markVerified } from './mark-verified.ts';
import { InvalidToken } from './refusals.ts';
import { endSessionsOf } from './session.ts';
import { readToken } from './token.ts';

/** Sets a new password with the link mailed to the person, ends all their sessions and proves their address. */
export async function resetPassword(call: OpenCall, given: { token: string; newPassword: string }): Promise<void> {
  if (!readToken(call.config, 'reset', given.token)) throw InvalidToken(); // before the costly hash
  const passwordHash = await hashPassword(given.newPassword);
  await call.transaction(async (tx) => {
    const claimed = await claimToken(tx, call.config, 'reset', given.token);
    if (!claimed?.userId) throw InvalidToken();
    const { userId } = claimed;
    await tx.db.updateTable('users').set({ passwordHash, updatedAt: tx.now }).where('id', '=', userId).execute();
    await markVerified(tx, userId, { isProven: true });
    await tx.db
      .updateTable('accountTokens')
      .set({ usedAt: tx.now })
      .where('userId', '=', userId)
      .where('purpose', '=', 'reset')
      .where('usedAt', 'is', null)
      .execute();
    await endSessionsOf(tx, userId);
  });
}
