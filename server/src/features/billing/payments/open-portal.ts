import { projectPageUrl } from '#features/projects';
import type { MemberCall } from '#platform/identity';
import { NoSubscription } from '../refusals.ts';
import { findAccount } from './account.ts';
import { askProvider, requirePayments } from './ask-provider.ts';

/** The address of the provider's page for cards, invoices and the end of the subscription. */
export async function openPortal(call: MemberCall): Promise<string> {
  const payments = requirePayments(call);
  const account = await call.inProject(call.projectId).read(findAccount);
  if (!account?.subscriptionId) throw NoSubscription();
  const returnUrl = projectPageUrl(call.config, call.projectId, 'settings/billing');
  return askProvider(call, () => payments.openPortal(account.customerId, returnUrl));
}
