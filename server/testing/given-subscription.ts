import type { Client, Reply } from './client.ts';
import type { FakeStripe, StripeEvent } from './fake-stripe.ts';
import { type FakeSubscription, newId, subscriptionObject } from './stripe-objects.ts';

/** Posts an event as Stripe does. */
export const postStripe = (anyone: Client, { text, signature }: StripeEvent): Promise<Reply> =>
  anyone.send({
    method: 'POST',
    path: '/webhooks/incoming/stripe',
    raw: text,
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
  });

let count = 0;

/** A subscription of the project's customer, whom a checkout makes if there is none; the instance is not told of it yet. */
export async function newSubscription(
  stripe: FakeStripe,
  { id, owner }: { id: string; owner: Client },
  change: Partial<FakeSubscription> = {},
): Promise<FakeSubscription> {
  await owner.post(`/users/@me/projects/${id}/checkout`, {});
  const customer = [...stripe.customers.values()].find(({ projectId }) => projectId === id);
  if (!customer) throw new Error(`project ${id} has no customer`);
  count += 1;
  const now = Math.floor(Date.now() / 1_000);
  const subscription: FakeSubscription = {
    id: newId('sub'),
    customer: customer.id,
    status: 'active',
    currency: 'usd',
    created: now + count, // each is newer than the one before
    periodStart: new Date((now - 60) * 1_000),
    periodEnd: new Date((now + 30 * 86_400) * 1_000),
    cancellationReason: null,
    ...change,
  };
  stripe.subscriptions.set(subscription.id, subscription);
  return subscription;
}

/** A project whose subscription runs. */
export async function givenSubscription(
  stripe: FakeStripe,
  { id, owner, anyone }: { id: string; owner: Client; anyone: Client },
  change: Partial<FakeSubscription> = {},
): Promise<FakeSubscription> {
  const subscription = await newSubscription(stripe, { id, owner }, change);
  const reply = await postStripe(
    anyone,
    stripe.event('customer.subscription.created', subscriptionObject(subscription)),
  );
  if (reply.status !== 200) throw new Error(reply.text);
  return subscription;
}
