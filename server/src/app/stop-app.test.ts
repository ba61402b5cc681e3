import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineRoute } from '#platform/http';
import { clientOf, testApp } from '#testing';

const ready = async (app: { metricsUrl: string }): Promise<number> =>
  (await clientOf(app.metricsUrl).get('/ready')).status;

test('a stopping process is not ready, and serves as before until the drain time is over', async () => {
  const { app, url } = await testApp({ DRAIN_SECONDS: '2' });
  // Why: a connection that is kept could be closed under the last call, which would then not be refused but cut off.
  const anyone = clientOf(url, { connection: 'close' });
  expect(await ready(app)).toBe(200);

  const stopped = app.stop();
  expect(await ready(app)).toBe(503);
  expect((await anyone.get('/config')).status).toBe(200);
  await stopped;

  await expect(anyone.get('/config')).rejects.toThrow('ECONNREFUSED');
});

test('a long poll ends when the process stops, with a 503 and Retry-After', async () => {
  const { app, as, given } = await testApp();
  const { secretKey } = await given.project();
  const waiting = as(secretKey).get('/inbox/wait?timeout=30');
  await delay(500);

  const began = performance.now();
  await app.stop();
  const seconds = (performance.now() - began) / 1_000;

  const reply = await waiting;
  expect(reply.status).toBe(503);
  expect(reply.headers['retry-after']).toBe('5');
  expect(reply.body).toMatchObject({ error: { code: 'SERVICE_UNAVAILABLE' } });
  expect(seconds).toBeLessThan(10);
});

test('a request that does not end delays the stop by SHUTDOWN_SECONDS and no more', async () => {
  const { promise: never } = Promise.withResolvers<Record<string, never>>();
  const hangs = defineRoute({
    method: 'GET',
    path: '/hangs',
    summary: 'Never answers',
    access: 'none',
    replies: { 200: z.object({}) },
    run: () => never,
  });
  const { app, anyone } = await testApp({ SHUTDOWN_SECONDS: '1' }, { extraRoutes: [hangs] });
  const broken = expect(anyone.get('/hangs')).rejects.toThrow('socket hang up');
  await delay(300);

  const began = performance.now();
  await app.stop();
  const seconds = (performance.now() - began) / 1_000;

  await broken;
  expect(seconds).toBeGreaterThan(0.9);
  expect(seconds).toBeLessThan(10);
});
