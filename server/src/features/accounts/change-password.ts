import { hashPassword } from '#platform/crypto';
import type { SessionCall } from '#platform/identity';
import { checkPassword } from './check-password.ts';
import { InvalidCredentials } from './refusals.ts';
import { endSessionsOf, renewSession } from './session.ts';
import { endResetLinks } from './set-password.ts';

/** Sets a new password. Other sessions and mailed reset links end; this session goes on under a new secret, which is returned. */
export async function changePassword(
  call: SessionCall,
  given: { currentPassword?: string | undefined; newPassword: string },
): Promise<string> {
  const known = await checkPassword(call, 'currentPassword', given.currentPassword);
  const passwordHash = await hashPassword(given.newPassword);
  return call.transaction(async (tx) => {
    await endResetLinks(tx, call.userId);
    const changed = await tx.db
      .updateTable('users')
      .set({ passwordHash, updatedAt: tx.now })
      .where('id', '=', call.userId)
      .where('passwordHash', 'is not distinct from', known.passwordHash)
      .returning('id')
      .executeTakeFirst();
    if (!changed) throw InvalidCredentials();
    await endSessionsOf(tx, call.userId, call.sessionId);
    return renewSession(tx, call.config, call.sessionId);
  });
}
