import { expect, test, vi } from 'vitest';
import { paymentSetup } from '#testing/payment-setup';
import { runSchedule, testApp } from '#testing/test-app';

vi.setConfig({ testTimeout: 120_000 });

test('checkouts at once get one session of one customer (D-1149)', async () => {
  const { project, stripe, pathOf } = await paymentSetup();
  const open = (currency: string) => project.owner.client.post(pathOf('checkout'), { currency });

  const replies = await Promise.all(['usd', 'eur', 'usd', 'gbp', 'usd'].map(open));

  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(new Set(replies.map(({ body }) => body.url)).size).toBe(1);
  expect(stripe.customers.size).toBe(1);
  expect([...stripe.sessions.values()]).toEqual([
    expect.objectContaining({
      mode: 'subscription',
      client_reference_id: project.id,
      line_items: { 0: { price: 'price_mails' } },
      metadata: { project: project.id },
    }),
  ]);
});

test('a session whose reply is lost each time is the one that the next call gets', async () => {
  const { project, stripe, pathOf } = await paymentSetup();
  const open = () => project.owner.client.post(pathOf('checkout'), {});
  stripe.fault = ({ path }) => (path === '/v1/checkout/sessions' ? 'lost' : null);
  expect(await open()).toMatchObject({ status: 500, body: { error: { code: 'EXTERNAL_SERVICE_ERROR' } } });
  stripe.fault = () => null;

  const reply = await open();

  expect(reply.status).toBe(200);
  expect([...stripe.sessions.keys()].map((id) => `https://checkout.stripe.test/${id}`)).toEqual([reply.body.url]);
});

test('a session that was refused or has expired is replaced by another', async () => {
  const { project, stripe, pathOf, rows } = await paymentSetup();
  const open = (currency: string) => project.owner.client.post(pathOf('checkout'), { currency });
  stripe.fault = ({ path, fields }) =>
    path === '/v1/checkout/sessions' && fields.currency === 'gbp' ? { status: 400, message: 'no price in gbp' } : null;
  expect((await open('gbp')).status).toBe(500);

  const first = await open('eur');
  await rows(`update billing_accounts set checkout_expires_at = now() - interval '1 second'`);
  const second = await open('usd');

  expect([first.status, second.status]).toEqual([200, 200]);
  expect([...stripe.sessions.values()].map(({ currency }) => currency)).toEqual(['eur', 'usd']);
});

test('the subscription of a deleted project is ended when its units are reported, however often it takes (D-1113)', async () => {
  const setup = await paymentSetup();
  const { app, project, stripe, newSubscription, tell, rows, send } = setup;
  const subscription = await newSubscription();
  await tell('customer.subscription.created', subscription);
  await send();
  setup.work();
  await setup.idle();
  stripe.fault = () => ({ status: 503, message: 'down' });

  const deleted = await project.owner.client.delete(`/users/@me/projects/${project.id}`);
  await app.settle();
  await setup.report();
  await runSchedule(app, 'billing.end-left-subscriptions');
  await app.settle();

  expect(deleted.status).toBe(204);
  expect(await rows('select from projects')).toEqual([]);
  expect(subscription.status).toBe('active');
  stripe.fault = ({ method }) => (method === 'DELETE' ? 'lost' : null);
  await setup.report();
  for (let turn = 0; turn < 2; turn += 1) {
    await runSchedule(app, 'billing.end-left-subscriptions');
    await app.settle();
    stripe.fault = () => null;
  }
  expect(setup.reported()).toBe(1);
  expect(subscription.status).toBe('canceled');
  expect(await rows('select from ended_subscriptions')).toEqual([]);
  expect((await tell('customer.subscription.deleted', subscription)).status).toBe(200);
});

test('units that cannot be reported delay the end of a subscription by a day at most', async () => {
  const setup = await paymentSetup();
  const { app, project, stripe, newSubscription, tell, rows, send } = setup;
  const subscription = await newSubscription();
  await tell('customer.subscription.created', subscription);
  await send();
  setup.work();
  await setup.idle();
  stripe.fault = ({ path }) => (path.endsWith('meter_events') ? { status: 400, message: 'no meter' } : null);
  await project.owner.client.delete(`/users/@me/projects/${project.id}`);
  await app.settle();
  const end = async () => {
    await setup.report();
    await runSchedule(app, 'billing.end-left-subscriptions');
    await app.settle();
  };
  await end();
  expect(subscription.status).toBe('active');
  await rows(`update ended_subscriptions set ended_at = ended_at - interval '25 hours'`);

  await end();

  expect(subscription.status).toBe('canceled');
});

test('without a payment provider its endpoints do not exist, and caps work (D-1140)', async () => {
  const app = await testApp();
  const { id, owner } = await app.given.project();
  const call = (method: string, name: string) =>
    owner.client.send({
      method,
      path: `/users/@me/projects/${id}/${name}`,
      ...(method === 'POST' ? { body: {} } : {}),
    });

  const replies = [
    await call('POST', 'checkout'),
    await call('POST', 'billing-portal'),
    await call('GET', 'billing-invoices'),
    await app.anyone.send({ method: 'POST', path: '/webhooks/incoming/stripe', raw: '{}' }),
  ];

  for (const reply of replies)
    expect(reply).toMatchObject({ status: 404, body: { error: { code: 'BILLING_DISABLED' } } });
  expect((await app.anyone.get('/config')).body.features.billing).toEqual({ enabled: false });
  expect((await call('GET', 'billing-limits')).status).toBe(200);
  expect((await call('GET', 'billing-consumption')).body).toMatchObject({ credits: 0, upcomingInvoice: null });
});
