import { expect, onTestFinished, test, vi } from 'vitest';
import { anotherProcess, testApp } from '#testing';
import { startSilentProxy } from '#testing/silent-proxy';

test('F6 readiness says no within three seconds when the database falls silent, and yes once a new link is there', async () => {
  const proxy = await startSilentProxy((await testApp()).databaseUrl);
  const app = await anotherProcess({ databaseUrl: proxy.url }, { SHUTDOWN_SECONDS: '1' });
  onTestFinished(() => proxy.close()); // before the process stops: it would wait for the silent links
  const ready = async () => {
    const beganAt = performance.now();
    const replies = await Promise.all([app.url, app.metricsUrl].map((url) => fetch(`${url}/ready`)));
    const bodies = await Promise.all(replies.map((reply) => reply.json()));
    return { statuses: replies.map(({ status }) => status), bodies, waitedMs: performance.now() - beganAt };
  };
  expect((await ready()).statuses).toEqual([200, 200]);

  proxy.fallSilent();
  await new Promise((resolve) => setTimeout(resolve, 1_000)); // the last look-up is not believed any more
  const asked = [await ready(), await ready(), await ready()];

  expect(asked[0]?.statuses).toEqual([503, 503]);
  expect(Math.max(...asked.map(({ waitedMs }) => waitedMs))).toBeLessThan(3_000);
  const isBack = async () => expect((await ready()).bodies[0]).toMatchObject({ checks: { database: 'ok' } });
  await vi.waitFor(isBack, { timeout: 10_000, interval: 500 });
}, 60_000);
