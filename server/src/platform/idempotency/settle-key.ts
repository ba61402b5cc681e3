import type { ProjectContext, ProjectTx } from '#platform/context';
import type { KeyClaim } from './claim-key.ts';

/**
 * Writes the outcome in the work's own transaction.
 * Invariant: a stored status exists if and only if the effect does; the fence refuses an owner whose key was claimed again.
 */
export async function settleKey(tx: ProjectTx, claim: KeyClaim, statusCode: number, reply: unknown): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('idempotencyKeys')
    .set({ statusCode, result: JSON.stringify(reply) })
    .where('projectId', '=', tx.projectId)
    .where('space', '=', claim.space)
    .where('key', '=', claim.key)
    .where('fence', '=', claim.fence)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Frees a key after a rollback that is certain: nothing has happened. */
export function releaseKey(ctx: ProjectContext, claim: KeyClaim): Promise<void> {
  return ctx.transaction(async (tx) => {
    await tx.db
      .deleteFrom('idempotencyKeys')
      .where('projectId', '=', tx.projectId)
      .where('space', '=', claim.space)
      .where('key', '=', claim.key)
      .where('fence', '=', claim.fence)
      .where('statusCode', 'is', null)
      .execute();
  });
}
