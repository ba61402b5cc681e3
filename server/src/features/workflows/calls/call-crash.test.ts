import { once } from 'node:events';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type CallSetup, startCallSetup } from '#testing/call-setup';
import { spawnRole } from '#testing/server-process';
import { until } from '#testing/until';

let setup: CallSetup;

beforeAll(async () => {
  setup = await startCallSetup(inject('templateDatabase'), []);
});
afterAll(() => setup.close());

test('a worker that dies after the target has got the call leaves one that is made again, with the same id (F23)', async () => {
  const settings = {
    ...{ ENVIRONMENT: 'test', DATABASE_URL: setup.app.databaseUrl, METRICS_PORT: '0', LOG_LEVEL: 'silent' },
    ...{ SECRET_KEY: setup.app.app.services.config.SECRET_KEY, ...setup.settings },
  };
  await setup.givenCall();
  await setup.track('signup');

  const doomed = spawnRole('worker', { ...settings, CRASH_AT: 'after_webhook' });
  const [, signal] = await once(doomed, 'exit');
  expect(signal).toBe('SIGKILL');
  expect(setup.requests()).toHaveLength(1);
  expect(await setup.rows('select status, open from executions where project_id = $1')).toMatchObject([
    { status: 'RUNNING', open: { status: 'RUNNING', calledAt: expect.any(String) } },
  ]);
  // As if its lease had lapsed.
  await setup.rows(
    `update workflow_calls set lease_until = null, due_at = now() - interval '1 second' where project_id = $1`,
  );

  const next = spawnRole('worker', settings);
  const isEnded = async () =>
    (await setup.rows('select 1 from finished_executions where project_id = $1')).length === 1;
  expect(await until(isEnded)).toBe(true);
  next.kill('SIGTERM');
  await once(next, 'exit');

  const requests = setup.requests();
  expect(requests.map(({ headers }) => headers['webhook-attempt'])).toEqual(['1', '1']);
  expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
});
