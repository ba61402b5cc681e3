import type { InstanceTx } from '#platform/context';
import type { UserId } from '#platform/http';
import { endSessionsOf } from './session.ts';

/** Sets the password of a person who proved their address: sessions and reset links of whoever came before end. */
export async function setPassword(tx: InstanceTx, userId: UserId, passwordHash: string): Promise<void> {
  await endResetLinks(tx, userId);
  await tx.db.updateTable('users').set({ passwordHash, updatedAt: tx.now }).where('id', '=', userId).execute();
  await endSessionsOf(tx, userId);
}

/** Ends the reset links that were mailed and not used yet. Before the person's row is written, as a reset does. */
export async function endResetLinks(tx: InstanceTx, userId: UserId): Promise<void> {
  await tx.db
    .updateTable('accountTokens')
    .set({ usedAt: tx.now })
    .where('userId', '=', userId)
    .where('purpose', '=', 'reset')
    .where('usedAt', 'is', null)
    .execute();
}
