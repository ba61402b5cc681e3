import { sql } from 'kysely';
import { recordSubscription } from '#features/projects';
import type { ProjectContext, ProjectTx } from '#platform/context';
import type { PaymentNotification, PaymentSubscription, Payments } from '#platform/payments';
import { PaymentProviderFailed } from '../refusals.ts';
import { type BillingAccount, findAccount } from './account.ts';
import { askProvider } from './ask-provider.ts';
import { noteFailedInvoice } from './note-failed-invoice.ts';
import { isSeen, noteSeen } from './payment-events.ts';

/** A notification that names a subscription. */
export interface SubscriptionHint extends PaymentNotification {
  readonly customerId: string;
  readonly subscriptionId: string;
}

const maxReadings = 10;

/**
 * Stores the subscription as the provider has it now, whatever the notification says and in whichever order they come (D-1148).
 * Invariant: what is stored was read after everything that was stored before. A reading during which another one was stored is
 * thrown away. So no state replaces a later one, and no transaction waits for the provider.
 */
export async function followSubscription(
  ctx: ProjectContext,
  payments: Payments,
  hint: SubscriptionHint,
): Promise<void> {
  for (let reading = 0; reading < maxReadings; reading += 1) {
    const account = await ctx.read(findAccount);
    if (!account) return; // the project was erased meanwhile
    const found = await askProvider(ctx, () => readCurrent(payments, account, hint));
    if (await ctx.transaction((tx) => store(tx, account, found, hint))) return;
  }
  throw PaymentProviderFailed(); // it is sent again
}

/**
 * Of the subscription that is named and the one that is known: the one that runs, and of equals the newer one. If neither runs, another
 * one of the customer that does.
 */
async function readCurrent(
  payments: Payments,
  { customerId, subscriptionId: known }: BillingAccount,
  { subscriptionId: named }: SubscriptionHint,
): Promise<PaymentSubscription | null> {
  const ids = known === null || known === named ? [named] : [named, known];
  const found = await Promise.all(ids.map((id) => payments.findSubscription(id)));
  const own = found.filter((one) => one !== null).filter((one) => one.customerId === customerId);
  if (own.some(({ isLive }) => isLive)) return chosenOf(own);
  const others = await payments.listSubscriptions(customerId);
  return chosenOf(others.filter(({ isLive }) => isLive)) ?? chosenOf(own);
}

function chosenOf(subscriptions: readonly PaymentSubscription[]): PaymentSubscription | null {
  const [first] = subscriptions.toSorted(
    (a, b) => Number(b.isLive) - Number(a.isLive) || b.createdAt.getTime() - a.createdAt.getTime(),
  );
  return first ?? null;
}

/** False when another state was stored since the account was read. An event that has had its effect changes nothing. */
async function store(
  tx: ProjectTx,
  { version }: BillingAccount,
  current: PaymentSubscription | null,
  hint: SubscriptionHint,
): Promise<boolean> {
  // Waits for everyone who counts mail, as a change of the caps does: the period changes.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`billing:${tx.projectId}`}, 0))`.execute(tx.db);
  if (await isSeen(tx, hint.id)) return true;
  const stored = await tx.db
    .updateTable('billingAccounts')
    .set((eb) => ({
      version: eb('version', '+', '1'),
      ...(current ? { subscriptionId: current.id } : {}),
      ...(current?.isLive ? { checkoutCurrency: null, checkoutUrl: null, checkoutExpiresAt: null } : {}),
    }))
    .where('projectId', '=', tx.projectId)
    .where('version', '=', version)
    .returning('projectId')
    .executeTakeFirst();
  if (!stored) return false;
  await noteSeen(tx, hint.id);
  await recordSubscription(tx, current?.isLive ? current : null, paymentOf(current));
  if (hint.type === 'invoice.payment_failed' && hint.invoiceId && current?.isUnpaid) {
    await noteFailedInvoice(tx, hint.invoiceId);
  }
  return true;
}

function paymentOf(current: PaymentSubscription | null): 'given-up' | 'good' | 'open' {
  if (current?.isGivenUp) return 'given-up';
  return current?.isPaid ? 'good' : 'open';
}
