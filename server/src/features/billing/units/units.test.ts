import { expect, test, vi } from 'vitest';
import { instanceContext, projectContext } from '#platform/context';
import { billingSetup } from '#testing/billing-setup';
import { type PaymentSetup, paymentSetup } from '#testing/payment-setup';
import { until } from '#testing/until';
import { moveUnits } from './close-units.ts';
import { countUnits } from './count-units.ts';
import { sendMeterEvents } from './send-meter-events.ts';

vi.setConfig({ testTimeout: 120_000 });

/** Invariant I14, first part: units are distinct live mails that were handed over. */
const balance = `
  select (select coalesce(sum(units), 0)::int from billing_units) as units,
         (select count(*)::int from emails where sent_at is not null and not is_test) as sent`;

async function subscribed(): Promise<PaymentSetup> {
  const setup = await paymentSetup();
  await setup.tell('customer.subscription.created', await setup.newSubscription());
  return setup;
}

const count = ({ app, project }: PaymentSetup, mails: number): Promise<void> =>
  projectContext(app.app.services, project.id).transaction(async (tx) =>
    countUnits(
      tx,
      Array.from({ length: mails }, () => 'campaigns' as const),
    ),
  );

test('mail that is handed over is billed once; refused, test and repeated mail is not (I14)', async () => {
  const setup = await subscribed();
  setup.relay.script = { unknown: /gone@/ };
  for (const to of ['a@example.com', 'gone@example.com', 'b@example.com', 'ann@postrider.test']) await setup.send(to);

  setup.work();
  await setup.idle();
  await setup.report();

  expect(await setup.rows(balance)).toEqual([{ units: 2, sent: 2 }]);
  expect([...setup.stripe.meterEvents.values()].every(({ name }) => name === 'postrider_transactional')).toBe(true);
  expect(setup.reported()).toBe(2);
  await setup.report();
  expect(setup.reported()).toBe(2);
});

test('mail that turns out to be sent is billed when we learn of it, once (05, D-632)', async () => {
  const setup = await subscribed();
  setup.relay.script = { unknown: /gone@/ };
  await setup.send('gone@example.com');
  setup.work();
  await setup.idle();
  expect(await setup.rows(balance)).toEqual([{ units: 0, sent: 0 }]);
  const [{ id: emailId }] = await setup.rows('select id from emails');

  for (const kind of ['send', 'delivery', 'delivery'] as const) await setup.notice(emailId, kind);

  expect(await setup.rows(balance)).toEqual([{ units: 1, sent: 1 }]);
});

test('a meter event whose reply is lost is counted once (F48)', async () => {
  const setup = await subscribed();
  await count(setup, 7);
  let lost = 0;
  setup.stripe.fault = ({ path }) => {
    if (!path.endsWith('meter_events') || lost === 3) return null;
    lost += 1;
    return lost === 2 ? { status: 500, message: 'internal' } : 'lost';
  };

  for (let turn = 0; turn < 4; turn += 1) await setup.report();

  expect(setup.reported()).toBe(7);
  expect(setup.stripe.calls.filter(({ path }) => path.endsWith('meter_events'))).toHaveLength(4);
  expect(await setup.rows('select state, unclear_since from meter_events')).toEqual([
    { state: 'COUNTED', unclear_since: null },
  ]);
});

test('units of an hour that was reported are a further part', async () => {
  const setup = await subscribed();
  await count(setup, 2);
  await setup.report();
  // As a transaction does that began in that hour: a second one may begin in the next.
  await setup.rows('update billing_units set units = units + 3, is_open = true');

  await setup.report();

  const events = [...setup.stripe.meterEvents];
  expect(events.map(([, { value }]) => value)).toEqual([2, 3]);
  const [first = '', second = ''] = events.map(([identifier]) => identifier);
  expect(first).toMatch(new RegExp(`^${setup.project.id}\\.campaigns\\.\\d{4}-\\d\\d-\\d\\dT\\d\\d\\.1$`));
  expect(second).toBe(first.replace(/1$/, '2'));
});

test('units that are counted while others are reported are reported too', async () => {
  const setup = await subscribed();
  const counting = Promise.all(Array.from({ length: 40 }, () => count(setup, 1)));
  await Promise.all([setup.report(), setup.report(), counting]);

  await setup.report();

  expect(setup.reported()).toBe(40);
  expect(await setup.rows('select sum(units - reported)::int as open from billing_units')).toEqual([{ open: 0 }]);
});

test('an event that may have been counted is not sent after 20 hours, one that was refused is (D-1147)', async () => {
  const setup = await subscribed();
  const later = (hours: number) =>
    setup.rows(
      `update meter_events set hour = hour - $1 * interval '1 hour', unclear_since = unclear_since - $1 * interval '1 hour'`,
      [hours],
    );
  await count(setup, 1);
  setup.stripe.fault = ({ path }) => (path.endsWith('meter_events') ? { status: 429, message: 'slow down' } : null);
  await setup.report();
  await later(30);
  setup.stripe.fault = ({ path }) => (path.endsWith('meter_events') ? { status: 502, message: 'bad gateway' } : null);
  await setup.report();
  await later(21);
  setup.stripe.fault = () => null;

  await setup.report();

  expect(setup.reported()).toBe(0);
  expect(await setup.rows('select state, reason from meter_events')).toEqual([
    { state: 'STOPPED', reason: expect.stringContaining('bad gateway') },
  ]);
  await count(setup, 5);
  setup.stripe.fault = ({ path }) => (path.endsWith('meter_events') ? { status: 400, message: 'no meter' } : null);
  await setup.report();
  await later(33 * 24);
  setup.stripe.fault = () => null;
  await setup.report();
  expect(setup.reported()).toBe(5);
});

test('a refusal that comes late says nothing about the try that began since', async () => {
  const setup = await subscribed();
  const { app, stripe, rows } = setup;
  const ctx = instanceContext(app.app.services);
  await count(setup, 3);
  await rows('update billing_units set closes_at = now()');
  await projectContext(app.app.services, setup.project.id).transaction((tx) => moveUnits(tx, 'ended'));
  const first = Promise.withResolvers<void>();
  let tries = 0;
  stripe.fault = ({ path }) => {
    if (!path.endsWith('meter_events')) return null;
    tries += 1;
    return tries === 1 ? { status: 429, message: 'slow down' } : { status: 502, message: 'bad gateway' };
  };
  stripe.hold = async () => (tries === 1 ? first.promise : undefined);

  const refused = sendMeterEvents.run(ctx, {});
  expect(await until(() => tries === 1)).toBe(true);
  await rows(`update meter_events set due_at = now() - interval '1 second'`);
  await sendMeterEvents.run(ctx, {});
  first.resolve();
  await refused;

  expect(tries).toBe(2);
  expect(await rows('select state, tries, unclear_since is not null as is_unclear from meter_events')).toEqual([
    { state: 'WAITING', tries: 2, is_unclear: true },
  ]);
});

test('an event is not claimed while the provider cannot be called at all', async () => {
  const setup = await subscribed();
  const { services } = setup.app.app;
  if (!services.payments) throw new Error('the instance has a payment provider');
  await count(setup, 3);
  await setup.rows('update billing_units set closes_at = now()');
  await projectContext(services, setup.project.id).transaction((tx) => moveUnits(tx, 'ended'));
  const failing = { ...services.payments, prepare: () => Promise.reject(new Error('no file')) };

  await expect(sendMeterEvents.run(instanceContext({ ...services, payments: failing }), {})).rejects.toThrow('no file');

  expect(await setup.rows('select tries, unclear_since from meter_events')).toEqual([
    { tries: 0, unclear_since: null },
  ]);
  await setup.report();
  expect(setup.reported()).toBe(3);
});

test('an event of more than 34 days ago is not sent any more', async () => {
  const setup = await subscribed();
  await count(setup, 1);
  await setup.rows(`update billing_units set hour = hour - interval '35 days'`);

  await setup.report();

  expect(setup.reported()).toBe(0);
  expect(await setup.rows('select state from meter_events')).toEqual([{ state: 'STOPPED' }]);
});

test('without a payment provider mail is counted as usage, and no units are written (D-1140, D-1144)', async () => {
  const setup = await billingSetup();
  await setup.send();

  setup.work();
  await setup.idle();

  expect(await setup.rows(balance)).toEqual([{ units: 0, sent: 1 }]);
  expect(await setup.rows('select from billing_units')).toEqual([]);
  expect(await setup.usageOf('transactional')).toBe(1);
});

test('units without a subscription are never reported; those of a period have a time within it', async () => {
  const setup = await paymentSetup();
  await count(setup, 9);
  const subscription = await setup.newSubscription({ periodStart: new Date(Math.floor(Date.now() / 1_000) * 1_000) });
  await setup.tell('customer.subscription.created', subscription);
  await count(setup, 4);

  await setup.report();

  const [event] = setup.stripe.meterEvents.values();
  expect(event).toMatchObject({ customer: subscription.customer, value: 4 });
  expect(event?.at.getTime()).toBeGreaterThanOrEqual(subscription.periodStart.getTime());
  expect(setup.reported()).toBe(4);
});

test('units of many hours of one project, and of projects that are being erased, do not keep others from being reported', async () => {
  const { app, project, rows } = await paymentSetup();
  const [deleted, wiped, last] = [await app.given.project(), await app.given.project(), await app.given.project()];
  for (const [index, { id }] of [project, deleted, wiped, last].entries()) {
    await rows(
      `insert into billing_units (project_id, category, hour, period_start, customer_id, slot, units, closes_at, is_open)
       select $1, 'campaigns', date_trunc('hour', now()), date_trunc('month', now()), 'cus_1', slot, 1,
              now() - $2 * interval '1 hour', true
         from generate_series(1, 16) slot`,
      [id, 4 - index],
    );
  }
  await rows('update projects set deleted_at = now() where id = $1', [deleted.id]);
  await rows('update projects set wipe_began_at = now() where id = $1', [wiped.id]);
  const open = (max: number) =>
    instanceContext(app.app.services).dispatch<{ project_id: string }>('projects_with_open_units', [max]);

  expect((await open(2)).map(({ project_id: id }) => id).toSorted()).toEqual([project.id, last.id].toSorted());

  expect(await open(1)).toHaveLength(1);
  await rows(`update billing_units set closes_at = now() + interval '1 hour' where project_id = $1 and slot > 1`, [
    last.id,
  ]);
  expect(await open(2)).toHaveLength(2);
  await rows(`update billing_units set closes_at = now() + interval '1 hour' where project_id = $1`, [last.id]);
  expect(await open(2)).toEqual([{ project_id: project.id }]);
});
