import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { status, urlOf } from '#testing/call-setup';
import { lockWaits } from '#testing/lock-waits';
import { connect } from '#testing/spool-setup';
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

test('replaying makes no delivery for a contact that is erased meanwhile', async () => {
  await setup.track('signup', {}, 'ada@example.com');
  await setup.track('signup', {}, 'bob@example.com');
  const { id } = await setup.givenEndpoint();
  const eraser = await connect(setup.app.databaseUrl);
  onTestFinished(() => eraser.end());
  await eraser.query('begin');
  const bob = [setup.project.id, 'bob@example.com'];
  await eraser.query('delete from contacts where project_id = $1 and email = $2', bob);
  const since = new Date(Date.now() - 3_600_000).toISOString();
  await setup.api.post(`/webhook-endpoints/${id}/replay`, { since });
  const settled = setup.app.settle();
  expect(await until(async () => (await lockWaits(setup.sql, '%events_of_page%')) > 0)).toBe(true);
  await eraser.query('commit');
  await settled;

  expect(await setup.untilEnded(id, 1)).toBe(true);
  expect(await setup.deliveries(id)).toHaveLength(1);
});

test('ten endpoints at maxOpen, also when they are created at once (D-1050)', async () => {
  const given = { url: urlOf(setup), events: ['*'] };
  const replies = await Promise.all(Array.from({ length: 14 }, () => setup.api.post('/webhook-endpoints', given)));

  expect(replies.filter((reply) => reply.status === 201)).toHaveLength(10);
  expect(replies.filter((reply) => reply.body.error?.code === 'WEBHOOK_LIMIT_REACHED')).toHaveLength(4);
});

test('an endpoint gets two calls at once, and slow ones delay no other of the project (D-1054)', async () => {
  const held: (() => void)[] = [];
  const open = new Map<string, number>();
  const maxOpen = new Map<string, number>();
  setup.replyWith((request, response) => {
    const { path } = request;
    if (path === '/fast') {
      status(200)(request, response);
      return;
    }
    open.set(path, (open.get(path) ?? 0) + 1);
    maxOpen.set(path, Math.max(maxOpen.get(path) ?? 0, open.get(path) ?? 0));
    response.on('close', () => open.set(path, (open.get(path) ?? 0) - 1));
    held.push(() => status(200)(request, response));
  });
  for (let n = 0; n < 6; n += 1) await setup.track('signup');
  for (const path of ['/one', '/two']) await setup.givenEndpoint({ url: urlOf(setup, path) });
  const fast = await setup.givenEndpoint({ url: urlOf(setup, '/fast') });
  // All at once, so that the first look of each endpoint finds six.
  await setup.rows(
    `insert into webhook_deliveries (project_id, endpoint_id, id, event_id, event_at, contact_id, type, due_at)
     select $1, w.id, id_in_order((extract(epoch from now()) * 1000)::bigint, row_number() over ()), e.id, e.created_at, e.contact_id,
            e.name, now()
       from webhook_endpoints w join events e on e.project_id = w.project_id where w.project_id = $1`,
  );
  await setup.passPauses();

  expect(await setup.untilEnded(fast.id, 6)).toBe(true);
  expect(await until(() => maxOpen.get('/one') === 2 && maxOpen.get('/two') === 2)).toBe(true);
  const areReleased = async () => {
    for (const release of held.splice(0)) release();
    await setup.passPauses();
    return (await setup.rows('select 1 from webhook_deliveries where project_id = $1')).length === 0;
  };
  expect(await until(areReleased)).toBe(true);
  expect(Object.fromEntries(maxOpen)).toEqual({ '/one': 2, '/two': 2 });
});
