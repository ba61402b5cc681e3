import type { SessionCall } from '#platform/identity';
import { requireUser } from './find-user.ts';
import type { User } from './user.ts';

/** Changes what a person says about themselves. */
export function updateUser(call: SessionCall, change: { name?: string | null | undefined }): Promise<User> {
  return call.transaction(async (tx) => {
    if (change.name !== undefined) {
      await tx.db
        .updateTable('users')
        .set({ name: change.name, updatedAt: tx.now })
        .where('id', '=', call.userId)
        .execute();
    }
    return requireUser(tx, call.userId);
  });
}
