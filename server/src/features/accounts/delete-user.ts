import type { InstanceTx } from '#platform/context';
import type { UserId } from '#platform/identity';

/** Deletes a user with sessions, providers, links and team memberships. The database refuses for the last owner of a project. */
export async function deleteUser(tx: InstanceTx, id: UserId): Promise<void> {
  await tx.db.deleteFrom('users').where('id', '=', id).execute();
}
