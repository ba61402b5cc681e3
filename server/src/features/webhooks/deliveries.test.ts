import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { signWebhook } from '#pure/webhook-signature';
import { status, urlOf } from '#testing/call-setup';
import { until } from '#testing/until';
import { startWebhookSetup, type WebhookSetup } from '#testing/webhook-setup';
import { webhookQueues } from './send/queue-spool.ts';

let setup: WebhookSetup;

beforeAll(async () => {
  setup = await startWebhookSetup(inject('templateDatabase'), [webhookQueues]);
});
afterAll(() => setup.close());
beforeEach(() => setup.renew());

const untilCalled = (count: number) => until(() => setup.requests().length >= count);

test('an event is sent with its data and contact, signed with the secret of the endpoint (D-1051, D-1052)', async () => {
  const { id, secret } = await setup.givenEndpoint();

  await setup.track('signup', { data: { plan: 'pro' } });

  expect(await setup.untilEnded(id, 1)).toBe(true);
  const [request, ...others] = setup.requests();
  expect(others).toEqual([]);
  const payload = JSON.parse(request?.body ?? '');
  expect(payload).toEqual({
    id: expect.any(String),
    type: 'signup',
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    data: { plan: 'pro' },
    contact: { id: expect.any(String), email: 'ada@example.com' },
  });
  expect(request).toMatchObject({ method: 'POST', path: '/hook' });
  expect(request?.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-attempt': '1' });
  const sentAt = new Date(Number(request?.headers['webhook-timestamp']) * 1_000);
  const signed = signWebhook({ id: payload.id, sentAt, body: request?.body ?? '', secrets: [secret] });
  expect(request?.headers).toMatchObject(signed);
  expect(await setup.deliveries(id)).toEqual([
    {
      id: expect.any(String),
      eventId: payload.id,
      type: 'signup',
      status: 'succeeded',
      attempts: [
        { at: expect.any(String), statusCode: 200, durationMs: expect.any(Number), response: '{}', error: null },
      ],
      nextAttemptAt: null,
      createdAt: expect.any(String),
    },
  ]);
  expect(await setup.endpoint(id)).toMatchObject({ state: 'ok', pending: 0, lastSuccessAt: expect.any(String) });
});

test('for a day after a rotation both secrets sign', async () => {
  const { id, secret: before } = await setup.givenEndpoint();
  const { secret: after } = (await setup.api.post(`/webhook-endpoints/${id}/rotate-secret`)).body;

  await setup.track('signup');

  expect(await untilCalled(1)).toBe(true);
  const [request] = setup.requests();
  const sentAt = new Date(Number(request?.headers['webhook-timestamp']) * 1_000);
  const eventId = String(request?.headers['webhook-id']);
  const signed = signWebhook({ id: eventId, sentAt, body: request?.body ?? '', secrets: [after, before] });
  expect(request?.headers).toMatchObject(signed);
  expect(await setup.untilEnded(id, 1)).toBe(true);
});

test('patterns: names, aliases, beginnings, everything; nothing before the endpoint, and nothing while it is disabled (D-1050)', async () => {
  await setup.track('order.placed');
  const kinds = {
    exact: ['order.placed'],
    beginning: ['order.*'],
    all: ['*'],
    alias: ['contact.unsubscribed', 'email.opened'],
  };
  const ids: Record<string, string> = {};
  for (const [name, events] of Object.entries(kinds)) ids[name] = (await setup.givenEndpoint({ events })).id;
  const disabled = await setup.givenEndpoint({ events: ['*'], enabled: false });

  await setup.track('order.placed');
  await setup.track('order.paid');
  await setup.track('orders');
  await setup.track('orders', { subscribed: false });

  const typesOf = async (id = '') => (await setup.deliveries(id)).map(({ type }) => type).toSorted();
  expect(await typesOf(ids.exact)).toEqual(['order.placed']);
  expect(await typesOf(ids.beginning)).toEqual(['order.paid', 'order.placed']);
  expect(await typesOf(ids.all)).toEqual(['contact.unsubscribed', 'order.paid', 'order.placed', 'orders', 'orders']);
  expect(await typesOf(ids.alias)).toEqual(['contact.unsubscribed']);
  expect(await typesOf(disabled.id)).toEqual([]);
  for (const id of Object.values(ids)) expect(await setup.untilNoneWaits(id)).toBe(true);
});

test('an event about a mail has the data of the mail (D-417)', async () => {
  const { id } = await setup.givenEndpoint({ events: ['email.*'] });
  await setup.track('signup');
  await setup.api.post('/suppressions', { email: 'ada@example.com' });

  const mail = { to: 'ada@example.com', subject: 'Hello', body: '<p>Hello</p>', from: 'hello@postrider.test' };
  expect((await setup.api.post('/v1/send', mail)).status).toBe(200);

  expect(await setup.untilEnded(id, 1)).toBe(true);
  const [request] = setup.requests();
  expect(JSON.parse(request?.body ?? '')).toMatchObject({
    type: 'email.suppressed',
    data: { recipient: 'ada@example.com', subject: 'Hello', reason: expect.any(String) },
  });
});

test('a test call has sample data and is not logged, also of a disabled endpoint; its type may be an alias', async () => {
  const { id } = await setup.givenEndpoint({ events: ['email.opened'], enabled: false });

  const { body } = await setup.api.post(`/webhook-endpoints/${id}/test`, {});

  expect(body).toMatchObject({ success: true, statusCode: 200, response: '{}', error: null });
  const [request] = setup.requests();
  expect(JSON.parse(request?.body ?? '')).toMatchObject({ type: 'email.open', data: { test: true } });
  expect(await setup.deliveries(id)).toEqual([]);
});

test('a segment that was renamed is known under its former slug (D-332)', async () => {
  const segment = await setup.api.post('/segments', { name: 'Big spenders', type: 'STATIC', trackMembership: true });
  const { id } = await setup.givenEndpoint({ events: ['segment.big-spenders.entry'] });
  const other = await setup.givenEndpoint({ events: ['segment.big-spenders.*'] });
  await setup.api.patch(`/segments/${segment.body.id}`, { name: 'Whales' });

  await setup.api.post(`/segments/${segment.body.id}/members`, { emails: ['ada@example.com'], createMissing: true });

  for (const endpointId of [id, other.id])
    expect((await setup.deliveries(endpointId)).map(({ type }) => type)).toEqual(['segment.whales.entry']);
  for (const endpointId of [id, other.id]) expect(await setup.untilNoneWaits(endpointId)).toBe(true);
});

test('a reply other than 2xx is tried again with the same id and the next number, ten times (D-1053)', async () => {
  setup.replyWith(status(500, {}, 'broken'));
  const { id } = await setup.givenEndpoint();
  await setup.track('signup');

  expect(await setup.untilAttempts(id, 10)).toBe(true);

  const requests = setup.requests();
  expect(requests.map(({ headers }) => headers['webhook-attempt'])).toEqual(
    Array.from({ length: 10 }, (_, n) => String(n + 1)),
  );
  expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(await setup.deliveries(id)).toMatchObject([{ status: 'failed', nextAttemptAt: null }]);
  const [delivery] = await setup.deliveries(id, 'status=failed');
  expect(delivery?.attempts[9]).toMatchObject({
    statusCode: 500,
    response: 'broken',
    error: 'The reply had the status 500.',
  });
});

test('the next attempt waits for the pause, or as long as the target asks, up to an hour', async () => {
  setup.replyWith(status(503, { 'retry-after': '7200' }));
  const { id } = await setup.givenEndpoint();
  await setup.track('signup');
  expect(await until(async () => (await setup.deliveries(id))[0]?.attempts.length === 1)).toBe(true);

  const [row] = await setup.rows(
    `select extract(epoch from due_at - now()) as seconds from webhook_deliveries where project_id = $1`,
  );

  expect(Number(row?.seconds)).toBeGreaterThan(3_000);
  expect(Number(row?.seconds)).toBeLessThanOrEqual(3_600);
});

test('410 disables the endpoint, and what waits for it is abandoned', async () => {
  const { id } = await setup.givenEndpoint();
  await setup.givenEndpoint({ url: urlOf(setup, '/other') });
  setup.replyWith((request, response) => status(request.path === '/hook' ? 410 : 200)(request, response));
  await setup.rows(
    `insert into webhook_deliveries (project_id, endpoint_id, id, event_id, event_at, contact_id, type, due_at)
     select $1, $2, id_in_order((extract(epoch from now()) * 1000)::bigint, n), gen_random_uuid(), now(), gen_random_uuid(), 'signup', now() + interval '1 hour'
       from generate_series(1, 1500) n`,
    id,
  );

  await setup.track('signup');

  expect(await until(async () => (await setup.endpoint(id)).disabledReason === 'GONE')).toBe(true);
  await setup.app.settle();
  expect(await setup.endpoint(id)).toMatchObject({ enabled: false, pending: 0, abandoned: 1500 });
  const statuses = await setup.rows(
    'select status, count(*)::int from webhook_delivery_log where project_id = $1 and endpoint_id = $2 group by 1 order by 1',
    id,
  );
  expect(statuses).toEqual([
    { status: 'abandoned', count: 1500 },
    { status: 'failed', count: 1 },
  ]);
});

test('what waits for a deleted contact is not sent, and replies lose their contents (D-1055)', async () => {
  setup.replyWith(status(200, {}, 'Hello Ada'));
  const { id } = await setup.givenEndpoint();
  const slow = await setup.givenEndpoint({ url: 'https://nowhere.invalid/', events: ['signup'] });
  await setup.track('signup');
  expect(await setup.untilEnded(id, 1)).toBe(true);
  const [contact] = await setup.rows('select id from contacts where project_id = $1');

  expect((await setup.api.delete(`/contacts/${String(contact?.id)}`)).status).toBe(204);

  expect(await setup.deliveries(id)).toMatchObject([
    { status: 'succeeded', attempts: [{ statusCode: 200, response: null }] },
  ]);
  expect(await setup.deliveries(slow.id)).toEqual([]);
});

test('a delivery whose event is gone is dropped without a call', async () => {
  const { id } = await setup.givenEndpoint();
  setup.replyWith(status(503, { 'retry-after': '3600' }));
  await setup.track('signup');
  expect(await until(async () => (await setup.deliveries(id))[0]?.attempts.length === 1)).toBe(true);
  await setup.api.delete('/events/signup');

  const isDropped = async () => {
    await setup.passPauses();
    return (await setup.deliveries(id)).length === 0;
  };
  expect(await until(isDropped)).toBe(true);
  expect(setup.requests()).toHaveLength(1);
});
