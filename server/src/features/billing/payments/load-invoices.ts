import type { MemberCall } from '#platform/identity';
import type { PaymentInvoice, UpcomingInvoice } from '#platform/payments';
import { findAccount, hasSubscription } from './account.ts';
import { askProvider, requirePayments } from './ask-provider.ts';

/** The newest invoices; none before the first checkout. */
export async function loadInvoices(call: MemberCall): Promise<PaymentInvoice[]> {
  const payments = requirePayments(call);
  const account = await call.inProject(call.projectId).read(findAccount);
  return account ? askProvider(call, () => payments.listInvoices(account.customerId)) : [];
}

/** What the next invoice would be now; null without a subscription. */
export async function loadUpcoming(call: MemberCall): Promise<UpcomingInvoice | null> {
  const { payments } = call;
  if (!payments) return null;
  const [account, isActive] = await call
    .inProject(call.projectId)
    .read((reader) => Promise.all([findAccount(reader), hasSubscription(reader)]));
  const id = isActive ? account?.subscriptionId : null;
  return id ? askProvider(call, () => payments.previewInvoice(id)) : null;
}
