import assert from 'node:assert/strict';
import type { StripeEvent } from '@postrider/server/testing/fake-stripe';
import { newSubscription, postStripe } from '@postrider/server/testing/given-subscription';
import { subscriptionObject } from '@postrider/server/testing/stripe-objects';
import { openEndpoint } from '../conventions/open-endpoint.ts';
import type { Subject } from '../conventions/request.ts';
import { entry, it } from '../entry.ts';
import { answeredWhole, refused } from '../world/expect.ts';
import type { Owner } from '../world/people.ts';

const path = '/webhooks/incoming/stripe';

const headersOf = ({ signature }: StripeEvent) => ({
  'content-type': 'application/json; charset=utf-8',
  'stripe-signature': signature,
});

const subject: Subject = {
  endpoint: 'POST /webhooks/incoming/stripe',
  status: 200,
  async request({ stripe: provider }) {
    const event = provider.event('customer.updated', { id: 'cus_1', object: 'customer' });
    return { path, headers: headersOf(event), raw: event.text };
  },
};

async function subscriptionOf({ api, project }: Owner): Promise<{ status: string } | null> {
  const { body } = await api.get('/users/@me/projects');
  return body.find(({ id }: { id: string }) => id === project.id).subscription;
}

export const stripe = entry(
  'POST /webhooks/incoming/stripe',
  openEndpoint(subject),
  it('stores the subscription as the provider has it, and the same event again changes nothing (D-683)', async (world) => {
    const owner = await world.owner();
    const { api, project } = owner;
    const subscription = await newSubscription(world.stripe, { id: project.id, owner: api }, { status: 'trialing' });
    const event = world.stripe.event('checkout.session.completed', {
      id: 'cs_1',
      object: 'checkout.session',
      customer: subscription.customer,
      subscription: subscription.id,
    });
    answeredWhole(await postStripe(world.anyone(), event), 200, { received: true });
    assert.deepEqual(await subscriptionOf(owner), {
      status: 'trialing',
      currency: 'usd',
      periodStart: subscription.periodStart.toISOString(),
      periodEnd: subscription.periodEnd.toISOString(),
    });
    subscription.status = 'active';
    answeredWhole(await postStripe(world.anyone(), event), 200, { received: true });
    assert.equal((await subscriptionOf(owner))?.status, 'trialing');
    const later = world.stripe.event('customer.subscription.updated', subscriptionObject(subscription));
    answeredWhole(await postStripe(world.anyone(), later), 200, { received: true });
    assert.equal((await subscriptionOf(owner))?.status, 'active');
  }),
  it('removes a subscription that was deleted', async (world) => {
    const owner = await world.owner();
    const { api, project } = owner;
    const subscription = await newSubscription(world.stripe, { id: project.id, owner: api });
    const tell = (type: string) =>
      postStripe(world.anyone(), world.stripe.event(type, subscriptionObject(subscription)));
    await tell('customer.subscription.created');
    subscription.status = 'canceled';
    answeredWhole(await tell('customer.subscription.deleted'), 200, { received: true });
    assert.equal(await subscriptionOf(owner), null);
  }),
  it('refuses what Stripe has not signed within 300 seconds', async (world) => {
    const object = { id: 'cus_1', object: 'customer' };
    const good = world.stripe.event('customer.updated', object);
    const forged = [
      { ...good, signature: '' },
      { ...good, signature: 'nonsense' },
      { ...good, text: good.text.replace('cus_1', 'cus_2') },
      world.stripe.event('customer.updated', object, { secret: 'whsec_other' }),
      world.stripe.event('customer.updated', object, { at: new Date(Date.now() - 301_000) }),
    ];
    for (const event of forged) refused(await postStripe(world.anyone(), event), 400, 'BAD_REQUEST');
    const unsigned = { 'content-type': 'application/json' };
    refused(await world.anyone().send({ method: 'POST', path, headers: unsigned, raw: good.text }), 400, 'BAD_REQUEST');
  }),
  it('accepts at most a megabyte', async (world) => {
    const reply = await world.anyone().send({ method: 'POST', path, raw: 'x'.repeat(1_048_577) });
    refused(reply, 413, 'PAYLOAD_TOO_LARGE');
  }),
);
