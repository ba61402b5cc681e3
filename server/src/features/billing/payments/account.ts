import type { ProjectReader } from '#platform/context';

/** The customer at the payment provider that pays for a project. */
export interface BillingAccount {
  readonly customerId: string;
  /** The last subscription there was, ended or not. */
  readonly subscriptionId: string | null;
  readonly version: string;
}

export async function findAccount({ db, projectId }: ProjectReader): Promise<BillingAccount | null> {
  const row = await db
    .selectFrom('billingAccounts')
    .select(['customerId', 'subscriptionId', 'version'])
    .where('projectId', '=', projectId)
    .executeTakeFirst();
  return row ?? null;
}

/** Whether a subscription runs, paid or not. */
export async function hasSubscription({ db, projectId }: ProjectReader): Promise<boolean> {
  const row = await db
    .selectFrom('projects')
    .select('id')
    .where('id', '=', projectId)
    .where('subscriptionStatus', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}
