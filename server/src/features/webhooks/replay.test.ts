import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { status, urlOf } from '#testing/call-setup';
import { runSchedule } from '#testing/test-app';
import { until } from '#testing/until';
import { startWebhookSetup, type WebhookSetup } from '#testing/webhook-setup';
import { webhookQueues } from './send/queue-spool.ts';

let setup: WebhookSetup;

beforeAll(async () => {
  setup = await startWebhookSetup(inject('templateDatabase'), [webhookQueues]);
});
afterAll(() => setup.close());
beforeEach(() => setup.renew());

test('a delivery that has ended is sent once more as another, with the same webhook-id (D-1052)', async () => {
  const { id } = await setup.givenEndpoint();
  await setup.track('signup');
  expect(await setup.untilEnded(id, 1)).toBe(true);
  const [first] = await setup.deliveries(id);

  const reply = await setup.api.post(`/webhook-endpoints/${id}/deliveries/${first?.id}/replay`);

  expect(reply).toMatchObject({ status: 202, body: { eventId: first?.eventId, status: 'waiting', attempts: [] } });
  expect(await setup.untilEnded(id, 2)).toBe(true);
  expect(setup.requests().map(({ headers }) => headers['webhook-id'])).toEqual([first?.eventId, first?.eventId]);
});

test('replaying sends the events since a moment, also from before the endpoint, and only those of the types', async () => {
  await setup.track('signup');
  await setup.track('order.paid');
  await setup.track('other');
  const { id } = await setup.givenEndpoint({ events: ['signup', 'order.*'] });
  const replay = async (fields: object) => {
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const { body } = await setup.api.post(`/webhook-endpoints/${id}/replay`, { since, ...fields });
    await setup.app.settle();
    return (await setup.api.get(`/contacts/bulk/${body.jobId}`)).body;
  };

  expect(await replay({ types: ['order.paid', 'other'] })).toMatchObject({ state: 'completed', result: { queued: 1 } });
  expect(await replay({})).toMatchObject({ state: 'completed', result: { queued: 2 } });

  expect(await setup.untilEnded(id, 3)).toBe(true);
  expect((await setup.deliveries(id)).map(({ type }) => type).toSorted()).toEqual([
    'order.paid',
    'order.paid',
    'signup',
  ]);
});

test('ten endpoints at most, also when they are created at once (D-1050)', async () => {
  const given = { url: urlOf(setup), events: ['*'] };
  const replies = await Promise.all(Array.from({ length: 14 }, () => setup.api.post('/webhook-endpoints', given)));

  expect(replies.filter((reply) => reply.status === 201)).toHaveLength(10);
  expect(replies.filter((reply) => reply.body.error?.code === 'WEBHOOK_LIMIT_REACHED')).toHaveLength(4);
});

test('an endpoint gets two calls at once, its project five, and a slow one delays no other (D-1054)', async () => {
  const held: (() => void)[] = [];
  const underWay = new Map<string, number>();
  setup.replyWith((request, response) => {
    if (request.path === '/fast') {
      status(200)(request, response);
      return;
    }
    underWay.set(request.path, (underWay.get(request.path) ?? 0) + 1);
    held.push(() => status(200)(request, response));
  });
  const slow = [];
  for (const path of ['/one', '/two']) slow.push((await setup.givenEndpoint({ url: urlOf(setup, path) })).id);
  const fast = await setup.givenEndpoint({ url: urlOf(setup, '/fast') });

  for (let n = 0; n < 6; n += 1) await setup.track('signup');

  expect(await setup.untilEnded(fast.id, 6)).toBe(true);
  const areHeld = async () => {
    await runSchedule(setup.app, 'webhooks.wake-queues'); // what a look has missed
    return held.length >= 4;
  };
  expect(await until(areHeld)).toBe(true);
  expect(Object.fromEntries(underWay)).toEqual({ '/one': 2, '/two': 2 });
  const isReleased = async () => {
    for (const release of held.splice(0)) release();
    await setup.passPauses();
    const rows = await setup.rows('select 1 from webhook_deliveries where project_id = $1');
    return rows.length === 0;
  };
  expect(await until(isReleased)).toBe(true);
});
