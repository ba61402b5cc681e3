import type { InstanceTx } from '#platform/context';
import type { UserId } from '#platform/identity';
import { endSessionsOf } from './session.ts';

/** Sets the password of a person who proved their address: all earlier sessions and reset links end. */
export async function setPassword(tx: InstanceTx, userId: UserId, passwordHash: string): Promise<void> {
  await endResetLinks(tx, userId);
  await tx.db.updateTable('users').set({ passwordHash, updatedAt: tx.now }).where('id', '=', userId).execute();
  await endSessionsOf(tx, userId);
}

/** Ends the reset links that were mailed and not used yet. Called before the user's row is written, in the same order as a reset. */
export async function endResetLinks(tx: InstanceTx, userId: UserId): Promise<void> {
  await tx.db
    .updateTable('accountTokens')
    .set({ usedAt: tx.now })
    .where('userId', '=', userId)
    .where('purpose', '=', 'reset')
    .where('usedAt', 'is', null)
    .execute();
}
