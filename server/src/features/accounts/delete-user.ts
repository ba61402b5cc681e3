import type { InstanceTx } from '#platform/context';
import type { UserId } from '#platform/http';

/** Forgets a person: sessions, providers, links and team memberships go with them. The last owner of a project stays. */
export async function deleteUser(tx: InstanceTx, id: UserId): Promise<void> {
  await tx.db.deleteFrom('users').where('id', '=', id).execute();
}
