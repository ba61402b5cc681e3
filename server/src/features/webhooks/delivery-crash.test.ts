import { once } from 'node:events';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { spawnRole } from '#testing/server-process';
import { startWebhookSetup, type WebhookSetup } from '#testing/webhook-setup';

let setup: WebhookSetup;

beforeAll(async () => {
  setup = await startWebhookSetup(inject('templateDatabase'), []);
});
afterAll(() => setup.close());

test('a worker that dies after the target has got a delivery leaves one that is sent again, with the same id (F23)', async () => {
  const settings = {
    ...{ ENVIRONMENT: 'test', DATABASE_URL: setup.app.databaseUrl, METRICS_PORT: '0', LOG_LEVEL: 'silent' },
    ...{ SECRET_KEY: setup.app.app.services.config.SECRET_KEY, ...setup.settings },
  };
  const { id } = await setup.givenEndpoint();
  await setup.track('signup');

  const doomed = spawnRole('worker', { ...settings, CRASH_AT: 'after_webhook' });
  const [, signal] = await once(doomed, 'exit');
  expect(signal).toBe('SIGKILL');
  expect(setup.requests()).toHaveLength(1);
  // As if its lease had lapsed.
  await setup.rows(
    `update webhook_queues set lease_until = null, due_at = now() - interval '1 second' where project_id = $1`,
  );

  const next = spawnRole('worker', settings);
  expect(await setup.untilEnded(id, 1)).toBe(true);
  next.kill('SIGTERM');
  await once(next, 'exit');

  const requests = setup.requests();
  expect(requests.map(({ headers }) => headers['webhook-attempt'])).toEqual(['1', '1']);
  expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
}, 120_000);
