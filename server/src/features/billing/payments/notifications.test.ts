import { expect, test, vi } from 'vitest';
import { projectContext } from '#platform/context';
import { paymentSetup } from '#testing/payment-setup';
import { invoiceObject, subscriptionObject } from '#testing/stripe-objects';
import { until } from '#testing/until';
import { followSubscription } from './follow-subscription.ts';

vi.setConfig({ testTimeout: 120_000 });

test('an event without a good signature is refused, and the provider is not asked', async () => {
  const { stripe, newSubscription, post, shown } = await paymentSetup();
  const object = subscriptionObject(await newSubscription());
  const type = 'customer.subscription.created';
  const good = stripe.event(type, object);
  const before = stripe.calls.length;

  const refused = [
    ...['', 't=1,v1=', 't=,v1=00', `t=1,v1=${'é'.repeat(64)}`].map((signature) => ({ ...good, signature })),
    { ...good, text: `${good.text} ` },
    stripe.event(type, object, { secret: 'whsec_other' }),
    stripe.event(type, object, { at: new Date(Date.now() - 301_000) }),
  ];

  for (const event of refused) {
    expect(await post(event)).toMatchObject({ status: 400, body: { error: { code: 'BAD_REQUEST' } } });
  }
  expect(stripe.calls).toHaveLength(before);
  expect((await shown()).subscription).toBeNull();
  expect(await post(good)).toMatchObject({ status: 200, body: { received: true } });
  expect((await shown()).subscription).toMatchObject({ status: 'active', currency: 'usd' });
});

test('an event that comes 100 times has its effect once (T33)', async () => {
  const { stripe, newSubscription, post, postAll, rows } = await paymentSetup();
  const subscription = await newSubscription();
  const event = stripe.event('customer.subscription.created', subscriptionObject(subscription));
  expect((await post(event)).status).toBe(200);
  const [first] = await rows('select version from billing_accounts');
  const before = stripe.calls.length;

  const replies = await postAll(Array.from({ length: 99 }, () => event));

  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  expect(stripe.calls).toHaveLength(before);
  expect(await rows('select version from billing_accounts')).toEqual([first]);
});

test('events in any order, each twice, end with the state that the provider has (D-1148, F48)', async () => {
  const setup = await paymentSetup();
  const { stripe, newSubscription, postAll, shown } = setup;
  const subscription = await newSubscription();
  const orders = [
    [0, 1, 2, 3],
    [3, 2, 1, 0],
    [2, 0, 3, 1],
  ];
  for (const [turn, order] of orders.entries()) {
    subscription.status = ['past_due', 'active', 'trialing'][turn] ?? '';
    const events = [
      stripe.event('customer.subscription.created', { ...subscriptionObject(subscription), status: 'incomplete' }),
      stripe.event('customer.subscription.updated', { ...subscriptionObject(subscription), status: 'active' }),
      stripe.event('customer.subscription.deleted', { ...subscriptionObject(subscription), status: 'canceled' }),
      stripe.event('invoice.paid', invoiceObject(subscription, `in_${turn}`)),
    ];
    const inOrder = order.flatMap((index) => events[index] ?? []);
    const posted = [...inOrder.slice(0, 2), ...inOrder, ...inOrder.slice(2)];

    const replies = await postAll(posted);

    expect(replies.map(({ status }) => status)).toEqual(posted.map(() => 200));
    expect((await shown()).subscription.status).toBe(subscription.status);
  }
});

test('a state that was read before another one was stored does not replace it', async () => {
  const { stripe, newSubscription, tell, shown } = await paymentSetup();
  const subscription = await newSubscription({ status: 'past_due' });
  const held = Promise.withResolvers<void>();
  let isHeld = false;
  stripe.hold = async ({ path }) => {
    if (isHeld || !path.startsWith('/v1/subscriptions/')) return;
    isHeld = true;
    await held.promise;
  };

  const early = tell('customer.subscription.created', subscription);
  expect(await until(async () => isHeld)).toBe(true);
  subscription.status = 'active';
  expect((await tell('customer.subscription.updated', subscription)).status).toBe(200);
  held.resolve();

  expect((await early).status).toBe(200);
  expect((await shown()).subscription.status).toBe('active');
  // One for each event, and one because the other was stored meanwhile.
  expect(stripe.calls.filter(({ path }) => path.startsWith('/v1/subscriptions'))).toHaveLength(3);
});

test('an event whose subscription cannot be read is refused, and has its effect when it comes again', async () => {
  const { stripe, newSubscription, post, shown } = await paymentSetup();
  const subscription = await newSubscription();
  const event = stripe.event('customer.subscription.created', subscriptionObject(subscription));
  stripe.fault = () => ({ status: 503, message: 'down' });
  expect(await post(event)).toMatchObject({ status: 500, body: { error: { code: 'EXTERNAL_SERVICE_ERROR' } } });
  expect((await shown()).subscription).toBeNull();
  stripe.fault = () => null;

  expect((await post(event)).status).toBe(200);

  expect((await shown()).subscription.status).toBe('active');
});

test('a subscription that replaces another is kept, in whichever order their events come', async () => {
  const { newSubscription, tell, shown } = await paymentSetup();
  const first = await newSubscription();
  await tell('customer.subscription.created', first);
  first.status = 'canceled';
  const second = await newSubscription({ currency: 'eur' });

  await tell('customer.subscription.created', second);
  await tell('customer.subscription.deleted', first);

  expect((await shown()).subscription).toMatchObject({ status: 'active', currency: 'eur' });
  second.status = 'canceled';
  await tell('customer.subscription.deleted', second);
  expect((await shown()).subscription).toBeNull();
});

test('when a subscription ends, another one of the customer that runs is the one that counts', async () => {
  const { stripe, newSubscription, tell, shown } = await paymentSetup();
  const first = await newSubscription({ currency: 'eur' });
  const second = await newSubscription({ currency: 'gbp' });
  await newSubscription({ currency: 'usd', status: 'incomplete' });
  stripe.subscriptions.set('sub_other', {
    ...second,
    id: 'sub_other',
    customer: 'cus_other',
    created: second.created + 9,
  });
  for (const subscription of [first, second]) await tell('customer.subscription.created', subscription);
  expect((await shown()).subscription).toMatchObject({ status: 'active', currency: 'gbp' });

  second.status = 'canceled';
  await tell('customer.subscription.deleted', second);

  expect((await shown()).subscription).toMatchObject({ status: 'active', currency: 'eur' });
  first.status = 'canceled';
  first.cancellationReason = 'payment_failed';
  await tell('customer.subscription.deleted', first);
  expect(await shown()).toMatchObject({ subscription: null, disabledReason: 'PAYMENT_FAILED' });
});

test('a subscription that ends because its customer was deleted at the provider is removed', async () => {
  const { stripe, newSubscription, tell, shown } = await paymentSetup();
  const subscription = await newSubscription();
  await tell('customer.subscription.created', subscription);
  subscription.status = 'canceled';
  stripe.customers.clear();

  expect((await tell('customer.subscription.deleted', subscription)).status).toBe(200);

  expect((await shown()).subscription).toBeNull();
});

test('an event that is followed twice has its effect once', async () => {
  const { app, project, newSubscription, rows } = await paymentSetup();
  const { services } = app.app;
  const { id: subscriptionId, customer: customerId } = await newSubscription();
  const hint = { id: 'evt_1', type: 'customer.subscription.created', customerId, subscriptionId, invoiceId: null };
  const follow = () =>
    services.payments && followSubscription(projectContext(services, project.id), services.payments, hint);
  await follow();
  const account = await rows('select * from billing_accounts');

  await follow();

  expect(account).toMatchObject([{ subscription_id: subscriptionId }]);
  expect(await rows('select * from billing_accounts')).toEqual(account);
});

test('owners are mailed once for an invoice that is not paid; the project is disabled after the last attempt', async () => {
  const setup = await paymentSetup();
  const { app, project, stripe, newSubscription, post, tell, shown, rows } = setup;
  await app.given.member(project, 'ADMIN');
  const subscription = await newSubscription({ status: 'past_due' });
  const failed = () => post(stripe.event('invoice.payment_failed', invoiceObject(subscription, 'in_1')));

  await Promise.all([failed(), failed(), failed()]);
  await app.settle();

  expect(app.mails.map(({ to, subject }) => [to, subject])).toEqual([[project.owner.email, 'Acme: a payment failed']]);
  expect((await shown()).disabledReason).toBeNull();

  subscription.status = 'unpaid';
  await tell('customer.subscription.updated', subscription);
  expect((await shown()).disabledReason).toBe('PAYMENT_FAILED');
  expect((await setup.send()).status).toBe(403);

  subscription.status = 'paused';
  await tell('customer.subscription.updated', subscription);
  expect(await shown()).toMatchObject({ subscription: { status: 'paused' }, disabledReason: 'PAYMENT_FAILED' });

  subscription.status = 'active';
  await post(stripe.event('invoice.paid', invoiceObject(subscription, 'in_1')));
  expect((await shown()).disabledReason).toBeNull();

  await rows(`update projects set disabled_reason = 'MANUAL'`);
  await tell('customer.subscription.updated', subscription);
  subscription.status = 'unpaid';
  await tell('customer.subscription.updated', subscription);
  expect((await shown()).disabledReason).toBe('MANUAL');
});

test('a failure that is paid by the time its event comes is not mailed about', async () => {
  const { app, stripe, newSubscription, post } = await paymentSetup();
  const subscription = await newSubscription({ status: 'active' });

  await post(stripe.event('invoice.payment_failed', invoiceObject(subscription, 'in_1')));
  await app.settle();

  expect(app.mails).toEqual([]);
});

test('a subscription that ended for want of payment disables the project, and a new one enables it', async () => {
  const { newSubscription, tell, shown } = await paymentSetup();
  const first = await newSubscription();
  await tell('customer.subscription.created', first);
  first.status = 'canceled';
  first.cancellationReason = 'payment_failed';
  await tell('customer.subscription.deleted', first);
  expect(await shown()).toMatchObject({ subscription: null, disabledReason: 'PAYMENT_FAILED' });

  const second = await newSubscription();
  await tell('customer.subscription.created', second);

  expect(await shown()).toMatchObject({ subscription: { status: 'active' }, disabledReason: null });
});

test('an event of a customer that pays for no project, and of an unknown kind, changes nothing', async () => {
  const { stripe, newSubscription, post, shown } = await paymentSetup();
  const subscription = await newSubscription();

  for (const event of [
    stripe.event('customer.subscription.created', { ...subscriptionObject(subscription), customer: 'cus_other' }),
    stripe.event('customer.updated', { id: subscription.customer, object: 'customer' }),
    stripe.event('invoice.paid', { id: 'in_1', object: 'invoice', customer: subscription.customer }),
  ]) {
    expect((await post(event)).status).toBe(200);
  }
  expect((await shown()).subscription).toBeNull();
});

test('a signed event of any shape is taken, if it has an id and a type', async () => {
  const { stripe, newSubscription, post, shown, rows } = await paymentSetup();
  const subscription = await newSubscription();
  const object = subscriptionObject(subscription);
  const updated = 'customer.subscription.updated';

  const replies = [
    await post(stripe.event(updated, { ...object, customer: 5, id: ['sub'] })),
    await post(
      stripe.signed({ id: 'evt_thin', object: 'v2.core.event', type: 'v1.billing.meter.error_report_triggered' }),
    ),
    await post(stripe.signed({ id: 'evt_list', type: updated, data: [] })),
    await post(stripe.signed({ id: 'evt_null', type: updated, data: { object: null } })),
    await post(stripe.event(updated, { ...object, parent: 'none', subscription: 7 })),
  ];

  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(await rows('select from payment_events')).toHaveLength(5);
  expect((await shown()).subscription).toMatchObject({ status: 'active' });
  expect((await post(stripe.signed({ object: 'event', data: { object } }))).status).toBe(400);
});

test('a new subscription begins a new period with usage 0, and the next period begins where it ends (D-1146)', async () => {
  const { project, newSubscription, pathOf, rows, send, setCaps, tell, usageOf } = await paymentSetup();
  await setCaps({ transactional: 2 });
  await send();
  await send();
  expect((await send()).status).toBe(402);
  const subscription = await newSubscription({ currency: 'gbp' });

  await tell('customer.subscription.created', subscription);

  expect((await send()).status).toBe(200);
  expect(await usageOf('transactional')).toBe(1);
  const limits = await project.owner.client.get(pathOf('billing-limits'));
  expect(limits.body).toMatchObject({
    currency: 'gbp',
    period: { start: subscription.periodStart.toISOString(), end: subscription.periodEnd.toISOString() },
  });
  const periods = async (at: string) => {
    const [{ start, end }] = await rows(
      'select period_start as start, period_end as end from billing_period($1, $2::timestamptz)',
      [project.id, at],
    );
    return [start.toISOString(), end.toISOString()];
  };
  await rows(
    `update projects set subscription_period_start = '2026-01-01Z', subscription_period_end = '2026-01-31T10:00Z'`,
  );
  expect(await periods('2026-01-31T09:59:59Z')).toEqual(['2026-01-01T00:00:00.000Z', '2026-01-31T10:00:00.000Z']);
  expect(await periods('2026-01-31T10:00:00Z')).toEqual(['2026-01-31T10:00:00.000Z', '2026-02-28T10:00:00.000Z']);
  expect(await periods('2026-02-28T10:00:00Z')).toEqual(['2026-02-28T10:00:00.000Z', '2026-03-31T10:00:00.000Z']);
  expect(await periods('2026-03-31T10:00:00Z')).toEqual(['2026-03-31T10:00:00.000Z', '2026-04-30T10:00:00.000Z']);
});
