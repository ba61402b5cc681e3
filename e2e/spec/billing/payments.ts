import assert from 'node:assert/strict';
import { givenSubscription } from '@postrider/server/testing/given-subscription';
import { secondsOf } from '@postrider/server/testing/stripe-objects';
import { teamEndpoint, teamEndpointWithBody } from '../conventions/account-endpoint.ts';
import { entry, it } from '../entry.ts';
import { answered, answeredWhole, invalid, refused } from '../world/expect.ts';
import type { Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';

const pathOf = ({ project }: Owner, name: string): string => `/users/@me/projects/${project.id}/${name}`;

/** Begins a subscription of the project at the provider, and tells the instance. */
export const subscribe = (world: World, { project, api }: Owner, change: { currency?: string } = {}) =>
  givenSubscription(world.stripe, { id: project.id, owner: api, anyone: world.anyone() }, change);

export const checkout = entry(
  'POST /users/@me/projects/:id/checkout',
  teamEndpointWithBody(
    {
      endpoint: 'POST /users/@me/projects/:id/checkout',
      status: 200,
      request: async (_world, owner) => ({ path: pathOf(owner, 'checkout'), body: { currency: 'eur' } }),
    },
    { role: 'OWNER', whenDisabled: 'works' },
  ),
  it('opens a session in US dollars, and a second call gets the same one (D-1149)', async (world) => {
    const owner = await world.owner();
    const first = await owner.api.post(pathOf(owner, 'checkout'), {});
    answeredWhole(first, 200, { url: first.body.url });
    const [session] = [...world.stripe.sessions].filter(([id]) => first.body.url.endsWith(id));
    assert.equal(session?.[1].currency, 'usd');
    assert.equal(session?.[1].client_reference_id, owner.project.id);
    answeredWhole(await owner.api.post(pathOf(owner, 'checkout'), { currency: 'gbp' }), 200, { url: first.body.url });
  }),
  it('takes the currency from the query too', async (world) => {
    const owner = await world.owner();
    const { body } = await owner.api.post(`${pathOf(owner, 'checkout')}?currency=gbp`, {});
    const [session] = [...world.stripe.sessions].filter(([id]) => body.url.endsWith(id));
    assert.equal(session?.[1].currency, 'gbp');
  }),
  it('refuses other currencies', async (world) => {
    const owner = await world.owner();
    invalid(await owner.api.post(pathOf(owner, 'checkout'), { currency: 'chf' }), ['currency', 'invalid_enum_value']);
    const { status, body } = await owner.api.post(`${pathOf(owner, 'checkout')}?currency=chf`, {});
    assert.deepEqual([status, body.error.code], [400, 'BAD_REQUEST']);
  }),
  it('is refused while a subscription runs', async (world) => {
    const owner = await world.owner();
    await subscribe(world, owner);
    refused(await owner.api.post(pathOf(owner, 'checkout'), {}), 409, 'SUBSCRIPTION_ACTIVE');
  }),
);

export const billingPortal = entry(
  'POST /users/@me/projects/:id/billing-portal',
  teamEndpoint(
    {
      endpoint: 'POST /users/@me/projects/:id/billing-portal',
      status: 200,
      async request(world, owner) {
        const { project, api } = await world.own();
        if (project.id === owner.project.id) await ensureSubscribed(world, { ...owner, api });
        return { path: pathOf(owner, 'billing-portal') };
      },
    },
    { role: 'OWNER', whenDisabled: 'works' },
  ),
  it("leads to the portal of the project's customer", async (world) => {
    const owner = await world.owner();
    const { customer } = await subscribe(world, owner);
    answeredWhole(await owner.api.post(pathOf(owner, 'billing-portal')), 200, {
      url: `https://billing.stripe.test/${customer}`,
    });
  }),
  it('is refused before the first checkout is completed', async (world) => {
    const owner = await world.owner();
    refused(await owner.api.post(pathOf(owner, 'billing-portal')), 400, 'NO_SUBSCRIPTION');
    await owner.api.post(pathOf(owner, 'checkout'), {});
    refused(await owner.api.post(pathOf(owner, 'billing-portal')), 400, 'NO_SUBSCRIPTION');
  }),
);

async function ensureSubscribed(world: World, owner: Owner): Promise<void> {
  const { body } = await owner.api.get('/users/@me/projects');
  const own = body.find(({ id }: { id: string }) => id === owner.project.id);
  if (own.subscription === null) await subscribe(world, owner);
}

const at = new Date('2026-11-01T00:00:00.000Z');
const until = new Date('2026-12-01T00:00:00.000Z');

const stripeInvoice = (customer: string, id: string, status: string) => ({
  id,
  object: 'invoice',
  customer,
  number: `N-${id}`,
  status,
  amount_due: 1_200,
  amount_paid: status === 'paid' ? 1_200 : 0,
  subtotal: 1_000,
  total: 1_200,
  currency: 'eur',
  created: secondsOf(at),
  period_start: secondsOf(at),
  period_end: secondsOf(until),
  hosted_invoice_url: `https://invoice.stripe.test/${id}`,
  invoice_pdf: null,
});

export const billingInvoices = entry(
  'GET /users/@me/projects/:id/billing-invoices',
  teamEndpoint(
    {
      endpoint: 'GET /users/@me/projects/:id/billing-invoices',
      status: 200,
      request: async (_world, owner) => ({ path: pathOf(owner, 'billing-invoices') }),
    },
    { role: 'OWNER', whenDisabled: 'works' },
  ),
  it('shows the invoices of the project alone, and which are unpaid', async (world) => {
    const [owner, other] = [await world.owner(), await world.owner()];
    const { customer } = await subscribe(world, owner);
    const { customer: neighbour } = await subscribe(world, other);
    world.stripe.invoices.push(stripeInvoice(customer, 'in_open', 'open'), stripeInvoice(customer, 'in_paid', 'paid'));
    world.stripe.invoices.push(stripeInvoice(neighbour, 'in_other', 'open'));
    const shown = (id: string, status: string) => ({
      id,
      number: `N-${id}`,
      status,
      amountDue: 1_200,
      amountPaid: status === 'paid' ? 1_200 : 0,
      currency: 'eur',
      created: at.toISOString(),
      periodStart: at.toISOString(),
      periodEnd: until.toISOString(),
      hostedInvoiceUrl: `https://invoice.stripe.test/${id}`,
      invoicePdf: null,
      subtotal: 1_000,
      total: 1_200,
      paid: status === 'paid',
    });
    answeredWhole(await owner.api.get(pathOf(owner, 'billing-invoices')), 200, {
      invoices: [shown('in_open', 'open'), shown('in_paid', 'paid')],
      hasUnpaidInvoices: true,
      unpaidInvoices: [shown('in_open', 'open')],
    });
  }),
  it('shows none before the first checkout', async (world) => {
    const owner = await world.owner();
    answeredWhole(await owner.api.get(pathOf(owner, 'billing-invoices')), 200, {
      invoices: [],
      hasUnpaidInvoices: false,
      unpaidInvoices: [],
    });
  }),
  it('says so when the provider fails', async (world) => {
    const owner = await world.owner();
    const { customer } = await subscribe(world, owner);
    world.stripe.fault = ({ path, fields }) =>
      path === '/v1/invoices' && fields.customer === customer ? { status: 400, message: 'no' } : null;
    const { status, body } = await owner.api.get(pathOf(owner, 'billing-invoices'));
    assert.deepEqual([status, body.error.code], [500, 'EXTERNAL_SERVICE_ERROR']);
    answered(await (await world.owner()).api.get('/users/@me'), 200);
  }),
);
