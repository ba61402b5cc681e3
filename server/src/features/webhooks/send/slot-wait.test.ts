import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type CallSetup, startCallSetup, urlOf } from '#testing/call-setup';
import { until } from '#testing/until';
import { webhookQueues } from './queue-spool.ts';

let setup: CallSetup;

beforeAll(async () => {
  setup = await startCallSetup(inject('templateDatabase'), [webhookQueues]);
});
afterAll(() => setup.close());

const addEndpoint = async (path: string, event: string): Promise<string> =>
  (await setup.api.post('/webhook-endpoints', { url: urlOf(setup, path), events: [event] })).body.id;

test('a contact that is deleted while a delivery waits for a slot is not sent (D-1051)', async () => {
  const held: ServerResponse[] = [];
  setup.replyWith(({ path }, response) => {
    if (path === '/slow') held.push(response);
    else response.end('{}');
  });
  for (let n = 0; n < 5; n += 1) await addEndpoint('/slow', 'order');
  const id = await addEndpoint('/hook', 'signup');
  await setup.track('order', {}, 'buyer@example.com');
  expect(await until(() => held.length === 5)).toBe(true); // all slots of the project

  await setup.track('signup');
  expect(
    await until(async () => {
      const rows = await setup.rows('select lease_until from webhook_queues where project_id = $1 and id = $2', id);
      return rows[0]?.lease_until !== null;
    }),
  ).toBe(true);
  const [contact] = await setup.rows(`select id from contacts where project_id = $1 and email = 'ada@example.com'`);
  expect(await setup.api.delete(`/contacts/${String(contact?.id)}`)).toMatchObject({ status: 204 });
  setup.replyWith((_request, response) => void response.end('{}'));
  for (const response of held) response.end('{}');

  expect(
    await until(
      async () => (await setup.rows('select from webhook_deliveries where project_id = $1 limit 1')).length === 0,
    ),
  ).toBe(true);
  await setup.app.settle();
  expect(setup.requests().filter(({ path }) => path === '/hook')).toEqual([]);
});
