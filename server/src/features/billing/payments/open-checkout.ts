import { projectPageUrl } from '#features/projects';
import type { ProjectContext, ProjectTx } from '#platform/context';
import type { MemberCall } from '#platform/identity';
import { type CheckoutSession, PaymentRefused, type Payments } from '#platform/payments';
import { SubscriptionActive } from '../refusals.ts';
import { findAccount, hasSubscription } from './account.ts';
import { askProvider, requirePayments } from './ask-provider.ts';

export const currencies = ['usd', 'eur', 'gbp'] as const;
export type Currency = (typeof currencies)[number];

/**
 * The address of a page on which the owner subscribes. While one is open everybody gets that one (D-1149): its number is taken first,
 * and every call to the provider with the same number gets the same session, also after a crash.
 */
export async function openCheckout(call: MemberCall, currency: Currency): Promise<string> {
  const payments = requirePayments(call);
  const project = call.inProject(call.projectId);
  const customerId = await ensureCustomer(project, payments);
  const checkout = await project.transaction((tx) => takeCheckout(tx, currency));
  if (checkout.url !== null) return checkout.url;
  const session = await askProvider(call, () => openSession(project, payments, { ...checkout, customerId }));
  await project.transaction((tx) => keepSession(tx, checkout.number, session));
  return session.url;
}

async function ensureCustomer(project: ProjectContext, payments: Payments): Promise<string> {
  const [account, isActive] = await project.read((reader) =>
    Promise.all([findAccount(reader), hasSubscription(reader)]),
  );
  if (isActive) throw SubscriptionActive();
  if (account) return account.customerId;
  const customerId = await askProvider(project, () => payments.createCustomer(project.projectId));
  return project.transaction(async (tx) => {
    await tx.db
      .insertInto('billingAccounts')
      .values({ projectId: tx.projectId, customerId })
      .onConflict((conflict) => conflict.column('projectId').doNothing())
      .execute();
    const { customerId: kept } = await tx.db
      .selectFrom('billingAccounts')
      .select('customerId')
      .where('projectId', '=', tx.projectId)
      .executeTakeFirstOrThrow();
    return kept;
  });
}

interface Checkout {
  readonly number: number;
  readonly currency: string;
  /** Null: it is being opened. */
  readonly url: string | null;
}

/** The open checkout, or a new number. */
async function takeCheckout(tx: ProjectTx, currency: Currency): Promise<Checkout> {
  const account = await tx.db
    .selectFrom('billingAccounts')
    .select(['checkoutNumber', 'checkoutCurrency', 'checkoutUrl', 'checkoutExpiresAt'])
    .where('projectId', '=', tx.projectId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (await hasSubscription(tx)) throw SubscriptionActive();
  const { checkoutNumber, checkoutCurrency, checkoutUrl, checkoutExpiresAt } = account;
  const isOpen = checkoutExpiresAt === null || checkoutExpiresAt > tx.now;
  if (checkoutCurrency !== null && isOpen) {
    return { number: checkoutNumber, currency: checkoutCurrency, url: checkoutUrl };
  }
  const number = checkoutNumber + 1;
  await tx.db
    .updateTable('billingAccounts')
    .set({ checkoutNumber: number, checkoutCurrency: currency, checkoutUrl: null, checkoutExpiresAt: null })
    .where('projectId', '=', tx.projectId)
    .execute();
  return { number, currency, url: null };
}

/** A number that the provider refused is given up: it would repeat its refusal for a day. */
async function openSession(
  project: ProjectContext,
  payments: Payments,
  { number, currency, customerId }: Checkout & { readonly customerId: string },
): Promise<CheckoutSession> {
  const { projectId } = project;
  try {
    const returnUrl = projectPageUrl(project.config, projectId, 'settings/billing');
    return await payments.openCheckout({
      customerId,
      projectId,
      currency,
      key: `checkout-${projectId}-${number}`,
      returnUrl,
    });
  } catch (error) {
    if (error instanceof PaymentRefused) await project.transaction((tx) => giveUpNumber(tx, number));
    throw error;
  }
}

async function keepSession(tx: ProjectTx, number: number, { url, expiresAt }: CheckoutSession): Promise<void> {
  await tx.db
    .updateTable('billingAccounts')
    .set({ checkoutUrl: url, checkoutExpiresAt: expiresAt })
    .where('projectId', '=', tx.projectId)
    .where('checkoutNumber', '=', number)
    .where('checkoutCurrency', 'is not', null)
    .execute();
}

async function giveUpNumber(tx: ProjectTx, number: number): Promise<void> {
  await tx.db
    .updateTable('billingAccounts')
    .set({ checkoutCurrency: null })
    .where('projectId', '=', tx.projectId)
    .where('checkoutNumber', '=', number)
    .where('checkoutUrl', 'is', null)
    .execute();
}
