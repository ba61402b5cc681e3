import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { instanceContext } from '#platform/context';
import { sesNotice, sesNotification } from '#testing/ses-notice';
import { openSesSetup, type SesSetup } from '#testing/ses-setup';
import { forgetMessages } from './forget-messages.ts';
import { retryParked } from './retry-parked.ts';

let setup: SesSetup;
beforeAll(async () => {
  setup = await openSesSetup();
});
afterAll(() => setup.close());
beforeEach(() => setup.clean());

const about = (emailId: string) => ({ projectId: setup.project.id, emailId });
const run = (schedule: typeof retryParked) => schedule.run(instanceContext(setup.app.app.services) as never);

const kinds = {
  Send: [`status = 'FAILED', reason = 'EXPIRED', attempts = 1`, { status: 'SENT' }],
  Delivery: [undefined, { status: 'DELIVERED', delivered_at: new Date('2026-11-14T10:00:05.000Z') }],
  Bounce: [undefined, { status: 'BOUNCED', bounce_type: 'Permanent' }],
  Complaint: [undefined, { status: 'COMPLAINED' }],
  Reject: [`attempts = 1`, { status: 'FAILED', reason: 'REJECTED', error: 'Bad content' }],
  DeliveryDelay: [undefined, { status: 'SENT' }],
  Open: [undefined, { status: 'SENT', opens: 0 }],
} as const;

test('a notice of each kind moves its email as it should', async () => {
  for (const [kind, [change, expected]] of Object.entries(kinds)) {
    const id = await setup.sent(change);

    expect(await setup.notify(sesNotice(kind, about(id)))).toMatchObject({ status: 200, body: { ok: true } });
    expect(await setup.email(id), kind).toMatchObject(expected);
  }
});

test.each([-2, 2])('a notice is as old as the database says, with a clock %i hours off (F29)', async (hours) => {
  const id = await setup.sent();
  const timestamp = new Date().toISOString();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });
  onTestFinished(() => void vi.useRealTimers());

  expect(await setup.notify(sesNotice('Delivery', about(id)), { Timestamp: timestamp })).toMatchObject({ status: 200 });
  expect(await setup.email(id)).toMatchObject({ status: 'DELIVERED' });
});

const bounce = (bounceType: string, bounceSubType: string, status: string) => ({
  bounce: {
    bounceType,
    bounceSubType,
    bouncedRecipients: [{ emailAddress: 'ada@example.com', status, diagnosticCode: `smtp; 550 ${status} no` }],
    timestamp: '2026-11-14T10:00:06.000Z',
  },
});

const bounces = [
  ['Permanent', 'General', '5.1.1', 'Permanent', 1],
  ['Permanent', 'General', '5.1.10', 'Permanent', 1],
  ['Permanent', 'General', '5.2.1', 'Permanent', 1],
  ['Permanent', 'NoEmail', '5.0.0', 'Permanent', 1],
  ['Permanent', 'OnAccountSuppressionList', '5.1.1', 'Permanent', 1],
  ['Permanent', 'General', '5.7.1', 'Permanent', 0],
  ['Permanent', 'NoEmail', '5.7.515', 'Permanent', 0],
  ['Permanent', 'General', '5.2.2', 'Permanent', 0],
  ['Transient', 'MailboxFull', '5.2.2', 'Transient', 0],
  ['Transient', 'General', '5.1.1', 'Transient', 0],
  ['Undetermined', 'Undetermined', '5.1.1', 'Transient', 0],
] as const;

test('only a permanent bounce that is about the address suppresses it (M7, D-634)', async () => {
  for (const [type, subType, status, bounceType, suppressions] of bounces) {
    const id = await setup.sent();
    await setup.notify(sesNotice('Bounce', about(id), bounce(type, subType, status)));

    const name = `${type} ${subType} ${status}`;
    expect(await setup.email(id), name).toMatchObject({ status: 'BOUNCED', bounce_type: bounceType });
    const listed = await setup.rows(`select 1 from suppressions where email_id = '${id}'`);
    expect(listed, name).toHaveLength(suppressions);
  }
});

test('a delay is an entry in the history of the email and nothing else (D-681)', async () => {
  const id = await setup.sent();
  const notice = setup.sns.notification(sesNotice('DeliveryDelay', about(id)));
  for (let n = 0; n < 2; n += 1) expect(await setup.post(notice)).toMatchObject({ status: 200 });

  const { body } = await setup.app.as(setup.project.secretKey).get(`/emails/${id}`);
  expect(body).toMatchObject({
    status: 'SENT',
    timeline: [{ type: 'email.delayed', data: { diagnostic: 'MailboxFull' } }],
  });
  expect(body.timeline).toHaveLength(1);
});

test('a report that a mail is no spam is no complaint', async () => {
  const id = await setup.sent();
  await setup.notify(sesNotice('Complaint', about(id), { complaint: { complaintFeedbackType: 'not-spam' } }));

  expect(await setup.email(id)).toMatchObject({ status: 'SENT' });
});

test('a hundred concurrent copies of a notice have one effect and a hundred successful replies (F25, P14)', async () => {
  const id = await setup.sent();
  const body = JSON.stringify(setup.sns.notification(sesNotice('Bounce', about(id))));

  const replies = await Promise.all(Array.from({ length: 100 }, () => setup.post(body)));

  expect(replies.map(({ status }) => status)).toEqual(Array(100).fill(200));
  expect(await setup.rows(`select 1 from events where name = 'email.bounce'`)).toHaveLength(1);
  expect(await setup.rows('select 1 from sns_messages')).toHaveLength(1);
  expect(await setup.rows('select 1 from suppressions')).toHaveLength(1);
  expect(setup.sns.connections).toBe(1);
});

test('an internal failure is 500, and the same message counts when it is repeated (P14)', async () => {
  const id = await setup.sent();
  const message = setup.sns.notification(sesNotice('Bounce', about(id)));
  await setup.rows('alter table suppressions rename to suppressions_away');
  expect(await setup.post(message)).toMatchObject({ status: 500 });
  expect(await setup.rows('select 1 from sns_messages')).toEqual([]);
  await setup.rows('alter table suppressions_away rename to suppressions');

  expect(await setup.post(message)).toMatchObject({ status: 200 });
  expect(await setup.email(id)).toMatchObject({ status: 'BOUNCED' });
  expect(await setup.rows('select 1 from suppressions')).toHaveLength(1);
});

test('a notice that comes before our own result is applied at once (F26)', async () => {
  const id = await setup.underWay();
  expect(await setup.notify(sesNotice('Delivery', about(id)))).toMatchObject({ status: 200 });

  expect(await setup.email(id)).toMatchObject({ status: 'DELIVERED' });
  expect(await setup.rows('select state from sns_messages')).toEqual([{ state: 'DONE' }]);
});

test('the same event in two messages has one effect', async () => {
  const id = await setup.sent();
  for (let n = 0; n < 3; n += 1) await setup.notify(sesNotice('Delivery', about(id)));

  expect(await setup.rows(`select 1 from events where name = 'email.delivery'`)).toHaveLength(1);
});

test('notices in any order lead to the same result (F26)', async () => {
  const all = ['Send', 'Delivery', 'Bounce', 'Complaint'];
  const orders = all.flatMap((first) =>
    all
      .filter((kind) => kind !== first)
      .flatMap((second) => {
        const rest = all.filter((kind) => kind !== first && kind !== second);
        return [
          [first, second, ...rest],
          [first, second, ...rest.toReversed()],
        ];
      }),
  );
  const seen = new Set<string>();
  for (const order of orders) {
    const id = await setup.sent(`status = 'QUEUED', attempts = 1`);
    for (const kind of order) await setup.notify(sesNotice(kind, about(id)));
    const { status, bounce_type, delivered_at, bounced_at, complained_at } = await setup.email(id);
    seen.add(JSON.stringify({ status, bounce_type, delivered_at, bounced_at, complained_at }));
  }

  expect(orders).toHaveLength(24);
  expect([...seen].map((text) => JSON.parse(text))).toMatchObject([{ status: 'COMPLAINED', bounce_type: 'Permanent' }]);
});

test('a notice of an unknown email is parked, and applied when the email exists (D-681)', async () => {
  const id = await setup.sent(`attempts = 0`);
  expect(await setup.notify(sesNotice('Delivery', about(id)))).toMatchObject({ status: 200 });
  expect(await setup.rows('select state from sns_messages')).toEqual([{ state: 'PARKED' }]);
  await run(retryParked);
  expect(await setup.email(id)).toMatchObject({ status: 'QUEUED' });

  await setup.client.query(`update emails set attempts = 1, status = 'SENT' where id = $1`, [id]);
  await run(retryParked);

  expect(await setup.email(id)).toMatchObject({ status: 'DELIVERED' });
  expect(await setup.rows('select state, body from sns_messages')).toEqual([{ state: 'DONE', body: null }]);
});

test('a parked notice is dropped after ten minutes (D-681)', async () => {
  await setup.notify(sesNotice('Delivery', about(crypto.randomUUID())));
  await setup.client.query(`update sns_messages set received_at = now() - interval '9 minutes'`);
  await run(retryParked);
  expect(await setup.rows('select state from sns_messages')).toEqual([{ state: 'PARKED' }]);
  await setup.client.query(`update sns_messages set received_at = now() - interval '11 minutes'`);
  await run(retryParked);

  expect(await setup.rows('select state, body from sns_messages')).toEqual([{ state: 'DONE', body: null }]);
});

test("a notice with another project's tag changes nothing", async () => {
  const id = await setup.sent();
  const other = await setup.app.given.project();
  await setup.notify(sesNotice('Bounce', { projectId: other.id, emailId: id }));
  await setup.notify(sesNotice('Bounce', { projectId: crypto.randomUUID(), emailId: id }));
  await setup.notify(sesNotice('Bounce', { ...about(id), attempt: 2 }));

  expect(await setup.email(id)).toMatchObject({ status: 'SENT' });
  expect(await setup.rows('select state from sns_messages')).toEqual(Array(3).fill({ state: 'PARKED' }));
});

test('the older form without tags is found by our Message-ID, at the domain that the project has verified', async () => {
  const [id, other] = [await setup.sent(), await setup.sent()];
  await setup.notify(sesNotification('Bounce', about(id), 'acme.example'));
  await setup.notify(sesNotification('Bounce', about(other), 'elsewhere.example'));

  expect(await setup.email(id)).toMatchObject({ status: 'BOUNCED' });
  expect(await setup.email(other)).toMatchObject({ status: 'SENT' });
});

test('signature version 1 is accepted like version 2', async () => {
  const id = await setup.sent();
  const message = setup.sns.notification(sesNotice('Delivery', about(id)), { Subject: 'Amazon SES' }, { version: '1' });

  expect(await setup.post(message)).toMatchObject({ status: 200 });
  expect(await setup.email(id)).toMatchObject({ status: 'DELIVERED' });
});

test('a subscription of a listed topic is confirmed once, with its own token', async () => {
  const message = setup.sns.sign(setup.sns.fields('SubscriptionConfirmation', { Token: 'a token/+' }));
  expect(await setup.post(message)).toMatchObject({ status: 200, body: { ok: true } });
  expect(await setup.post(message)).toMatchObject({ status: 200 });

  expect(setup.sns.confirmed).toEqual(['a token/+']);
});

test('a confirmation that the service refuses is repeated later', async () => {
  const message = setup.sns.sign(setup.sns.fields('SubscriptionConfirmation'));
  await setup.notify('{}');
  setup.sns.status = 500;
  expect(await setup.post(message)).toMatchObject({ status: 500 });
  setup.sns.status = 200;
  expect(await setup.post(message)).toMatchObject({ status: 200 });

  expect(setup.sns.confirmed).toEqual(['a-token']);
});

test('the end of a subscription is kept for the operator', async () => {
  expect(await setup.post(setup.sns.sign(setup.sns.fields('UnsubscribeConfirmation')))).toMatchObject({ status: 200 });

  expect(await setup.rows('select state, reason from sns_messages')).toEqual([
    { state: 'KEPT', reason: 'unsubscribed' },
  ]);
  expect(setup.sns.confirmed).toEqual([]);
});

test('ids are forgotten when a message of that age is refused anyway; what was kept stays a week', async () => {
  await setup.notify(sesNotice('Open', about(crypto.randomUUID())));
  await setup.notify('no JSON');
  await setup.client.query(`update sns_messages set received_at = now() - interval '2 hours'`);
  await run(forgetMessages);
  expect(await setup.rows('select state from sns_messages order by state')).toEqual([
    { state: 'DONE' },
    { state: 'KEPT' },
  ]);
  await setup.client.query(`update sns_messages set received_at = now() - interval '4 hours'`);
  await run(forgetMessages);
  expect(await setup.rows('select state from sns_messages')).toEqual([{ state: 'KEPT' }]);
  await setup.client.query(`update sns_messages set received_at = now() - interval '8 days'`);
  await run(forgetMessages);
  expect(await setup.rows('select state from sns_messages')).toEqual([]);
});

test('a notice of a project that is being reset is taken and dropped (D-1152)', async () => {
  const id = await setup.sent();
  await setup.rows('update projects set wipe_began_at = now(), reset_job_id = id');
  const reply = await setup.notify(sesNotice('Bounce', about(id)));
  await setup.rows('update projects set wipe_began_at = null, reset_job_id = null');

  expect(reply).toMatchObject({ status: 200, body: { ok: true } });
  expect(await setup.email(id)).toMatchObject({ status: 'SENT' });
  expect(await setup.rows(`select from sns_messages where state = 'PARKED'`)).toEqual([]);
});
