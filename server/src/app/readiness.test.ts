import { expect, onTestFinished, test, vi } from 'vitest';
import { anotherProcess, clientOf, testApp } from '#testing';
import { startSilentProxy } from '#testing/silent-proxy';

test('readiness fails within three seconds when the database falls silent, and recovers with a new connection (F6)', async () => {
  const proxy = await startSilentProxy((await testApp()).databaseUrl);
  const app = await anotherProcess({ databaseUrl: proxy.url }, { SHUTDOWN_SECONDS: '1' });
  onTestFinished(() => proxy.close()); // before the process stops: it would wait for the silent connections
  const ready = async () => {
    const beganAt = performance.now();
    const replies = await Promise.all([app.url, app.metricsUrl].map((url) => clientOf(url ?? '').get('/ready')));
    return {
      statuses: replies.map(({ status }) => status),
      bodies: replies.map(({ body }) => body),
      waitedMs: performance.now() - beganAt,
    };
  };
  expect((await ready()).statuses).toEqual([200, 200]);

  proxy.fallSilent();
  await new Promise((resolve) => setTimeout(resolve, 1_000)); // the last result has expired
  const asked = [await ready(), await ready(), await ready()];

  expect(asked[0]?.statuses).toEqual([503, 503]);
  expect(Math.max(...asked.map(({ waitedMs }) => waitedMs))).toBeLessThan(3_000);
  const isBack = async () => expect((await ready()).bodies[0]).toMatchObject({ checks: { database: 'ok' } });
  await vi.waitFor(isBack, { timeout: 10_000, interval: 500 });
}, 60_000);
