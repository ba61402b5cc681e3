import type { ProjectTx } from '#platform/context';
import type { DisabledReason } from './project.ts';

/** Reasons that people give. `PAYMENT_FAILED` follows the subscription (D-1148). */
export const givenReasons = [
  'EMAIL_REPUTATION',
  'PHISHING_DETECTED',
  'CARD_VERIFICATION_FAILED',
  'MANUAL',
] as const satisfies readonly DisabledReason[];

export type GivenReason = (typeof givenReasons)[number];

/** Disables a project from the commit on: entry and gate read the column. Says whether that changed anything. */
export async function disableProject(tx: ProjectTx, reason: GivenReason): Promise<boolean> {
  const changed = await tx.db
    .updateTable('projects')
    .set({ disabledReason: reason })
    .where('id', '=', tx.projectId)
    .where('deletedAt', 'is', null)
    .where('disabledReason', 'is distinct from', reason)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** Ends it, whatever the reason was. Says whether that changed anything. */
export async function enableProject(tx: ProjectTx): Promise<boolean> {
  const changed = await tx.db
    .updateTable('projects')
    .set({ disabledReason: null })
    .where('id', '=', tx.projectId)
    .where('deletedAt', 'is', null)
    .where('disabledReason', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}
