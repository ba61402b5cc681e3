import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineRoute } from '#platform/http';
import { testApp } from '#testing';

const ready = (app: { metricsUrl: string }): Promise<number> =>
  fetch(`${app.metricsUrl}/ready`).then(({ status }) => status);

test('a stopping process says that it is not ready, and serves as before until the pause is over', async () => {
  const { app, url } = await testApp({ DRAIN_SECONDS: '2' });
  expect(await ready(app)).toBe(200);

  const stopped = app.stop();
  expect(await ready(app)).toBe(503);
  const served = await fetch(`${url}/config`);
  expect(served.status).toBe(200);
  await served.text();
  await stopped;

  await expect(fetch(`${url}/config`)).rejects.toThrow('fetch failed');
});

test('a long poll hears the stop and is told to come back', async () => {
  const { app, url, given } = await testApp();
  const { secretKey } = await given.project();
  const headers = { authorization: `Bearer ${secretKey}` };
  const waiting = fetch(`${url}/inbox/wait?timeout=30`, { headers });
  await delay(500);

  const began = performance.now();
  await app.stop();
  const seconds = (performance.now() - began) / 1_000;

  const reply = await waiting;
  expect(reply.status).toBe(503);
  expect(reply.headers.get('retry-after')).toBe('5');
  expect(await reply.json()).toMatchObject({ error: { code: 'SERVICE_UNAVAILABLE' } });
  expect(seconds).toBeLessThan(10);
});

test('a request that does not end costs the stop SHUTDOWN_SECONDS and no more', async () => {
  const { promise: never } = Promise.withResolvers<Record<string, never>>();
  const hangs = defineRoute({
    method: 'GET',
    path: '/hangs',
    summary: 'Never answers',
    access: 'none',
    replies: { 200: z.object({}) },
    run: () => never,
  });
  const { app, url } = await testApp({ SHUTDOWN_SECONDS: '1' }, { extraRoutes: [hangs] });
  const broken = expect(fetch(`${url}/hangs`)).rejects.toThrow('fetch failed');
  await delay(300);

  const began = performance.now();
  await app.stop();
  const seconds = (performance.now() - began) / 1_000;

  await broken;
  expect(seconds).toBeGreaterThan(0.9);
  expect(seconds).toBeLessThan(10);
});
