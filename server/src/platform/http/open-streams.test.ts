import { once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import type { HeldCredential, Identity } from '#platform/identity';
import type { Logger } from '#platform/log';
import { bearer, testApp } from '#testing';
import { readEvents } from '#testing/event-stream';
import { until } from '#testing/until';
import { defineStreamRoute, type OpenStream } from './index.ts';
import { OpenStreams } from './open-streams.ts';

test('a reader that takes nothing loses its connection before much is kept for it, and leaves room for others', async () => {
  const opened: OpenStream[] = [];
  const route = defineStreamRoute({
    method: 'GET',
    path: '/test/stream',
    summary: 'A stream of a test',
    access: 'secret',
    query: z.object({}),
    replies: { 200: z.string() },
    async run(_call, { stream }) {
      opened.push(stream);
      stream.send(': open\n\n');
    },
  });
  const app = await testApp({}, { extraRoutes: [route] });
  const { secretKey } = await app.given.project();
  const open = async () => {
    const reader = await readEvents(`${app.url}/test/stream`, bearer(secretKey));
    onTestFinished(() => reader.close());
    return reader;
  };
  const [slow, quick] = [await open(), await open()];
  const [toSlow, toQuick] = opened;
  slow.pause();

  const part = `: ${'x'.repeat(64 * 1_024)}\n\n`;
  let bytes = 0;
  // What the two kernels keep of a connection comes first.
  for (; !toSlow?.closed.aborted && bytes < 64 * 1_024 * 1_024; bytes += part.length) {
    toSlow?.send(part);
    await new Promise(setImmediate);
  }

  expect(toSlow?.closed.aborted).toBe(true);
  toQuick?.send('data: {}\n\n');
  await quick.until(({ length }) => length === 1);
  slow.resume();
  expect(await until(() => slow.isClosed)).toBe(true);
  toQuick?.end();
  if (toQuick && !toQuick.closed.aborted) await once(toQuick.closed, 'abort');
  expect(await until(() => quick.isClosed)).toBe(true);
});

test('streams end when their callers cannot be looked up for seconds', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const log = { debug() {} } as unknown as Logger;
  const credential = {} as HeldCredential;
  let isAway = false;
  const identity = {
    findEnded: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(new Set())),
  } as unknown as Identity;
  const stream = new OpenStreams(identity, new AbortController().signal, log).open(credential);
  stream.body.resume();

  await vi.advanceTimersByTimeAsync(60_000);
  expect(stream.closed.aborted).toBe(false);
  isAway = true;
  await vi.advanceTimersByTimeAsync(2_000);
  isAway = false; // one look-up without an answer
  await vi.advanceTimersByTimeAsync(60_000);
  expect(stream.closed.aborted).toBe(false);
  isAway = true;
  await vi.advanceTimersByTimeAsync(8_000);
  expect(stream.closed.aborted).toBe(true);
});
