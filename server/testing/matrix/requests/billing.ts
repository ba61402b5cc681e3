import { givenSubscription, newSubscription } from '../../given-subscription.ts';
import { subscriptionObject } from '../../stripe-objects.ts';
import type { ProjectFixture } from '../project-fixture.ts';
import { matrixStripe, type Requests } from '../request.ts';

const here = async ({ project }: ProjectFixture) => ({ params: { id: project.id } });

const customerOf = ({ app, project }: ProjectFixture) => ({
  id: project.id,
  owner: project.owner.client,
  anyone: app.anyone,
});

export const billingRequests: Requests = {
  'GET /users/@me/projects/:id/billing-limits': here,
  'PUT /users/@me/projects/:id/billing-limits': async (fixture) => ({
    ...(await here(fixture)),
    body: { transactional: 1_000_000 },
  }),
  'GET /users/@me/projects/:id/billing-consumption': here,
  'POST /users/@me/projects/:id/checkout': async (fixture) => ({ ...(await here(fixture)), body: { currency: 'eur' } }),
  'POST /users/@me/projects/:id/billing-portal': async (fixture) => {
    await givenSubscription(matrixStripe, customerOf(fixture));
    return here(fixture);
  },
  'GET /users/@me/projects/:id/billing-invoices': here,
  'POST /webhooks/incoming/stripe': async (fixture) => {
    const subscription = await newSubscription(matrixStripe, customerOf(fixture));
    const object = subscriptionObject(subscription);
    const { text, signature } = matrixStripe.event('customer.subscription.updated', object);
    return { body: JSON.parse(text), headers: { 'stripe-signature': signature } };
  },
};
