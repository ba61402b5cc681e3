import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';

/** The subscription that runs, as the payment provider has it. */
export interface ProjectSubscription {
  readonly status: string;
  readonly currency: string;
  readonly periodStart: Date;
  readonly periodEnd: Date;
}

/**
 * Notes the subscription of the project; the feature that knows calls it. When the provider has given up being paid, the project is
 * disabled; it is enabled again when everything is paid (D-1148). A project that is disabled for another reason stays so.
 */
export async function recordSubscription(
  tx: ProjectTx,
  subscription: ProjectSubscription | null,
  payment: 'given-up' | 'good' | 'open',
): Promise<void> {
  await tx.db
    .updateTable('projects')
    .set({
      subscriptionStatus: subscription?.status ?? null,
      subscriptionCurrency: subscription?.currency ?? null,
      subscriptionPeriodStart: subscription?.periodStart ?? null,
      subscriptionPeriodEnd: subscription?.periodEnd ?? null,
      ...(payment === 'given-up' ? { disabledReason: sql`coalesce(disabled_reason, 'PAYMENT_FAILED')` } : {}),
      ...(payment === 'good' ? { disabledReason: sql`nullif(disabled_reason, 'PAYMENT_FAILED')` } : {}),
    })
    .where('id', '=', tx.projectId)
    .where('deletedAt', 'is', null)
    .execute();
}
