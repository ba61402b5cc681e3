import { sql } from 'kysely';
import type { InstanceTx } from '#platform/context';
import type { UserId } from '#platform/identity';

/** Marks the address as verified and returns it. Proven: the person received mail there, or a provider verified it. */
export async function markVerified(tx: InstanceTx, userId: UserId, how: { isProven: boolean }): Promise<string> {
  const { email } = await tx.db
    .updateTable('users')
    .set({
      emailVerifiedAt: sql<Date>`coalesce(email_verified_at, ${tx.now})`,
      isAddressProven: sql<boolean>`is_address_proven or ${how.isProven}`,
      updatedAt: tx.now,
    })
    .where('id', '=', userId)
    .returning('email')
    .executeTakeFirstOrThrow();
  return email;
}
