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

/** Streams on a virtual clock. A look-up takes `latencyMs`, and says what was the case when it began. */
function virtualStreams({ latencyMs = 0 } = {}) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const revoked = new Set<HeldCredential>();
  const state = { isAway: false, lookUps: 0, latencyMs };
  const findEnded: Identity['findEnded'] = async () => {
    state.lookUps += 1;
    const [ended, { isAway }] = [new Set(revoked), { ...state }];
    await new Promise((resolve) => setTimeout(resolve, state.latencyMs));
    if (isAway) throw new Error('away');
    return ended;
  };
  const log = { debug() {} } as unknown as Logger; // all that it uses of them
  const streams = new OpenStreams({ findEnded } as Identity, new AbortController().signal, log);
  const open = (projectId: string) => {
    const credential = { projectId } as HeldCredential;
    const stream = streams.open(credential);
    stream.body.resume();
    return { stream, revoke: () => void revoked.add(credential), isOpen: () => !stream.closed.aborted };
  };
  return { state, open, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

test('streams end when their callers cannot be looked up for seconds, and not when a single look-up fails', async () => {
  const { open, state, pass } = virtualStreams();
  const { isOpen } = open('one');

  await pass(60_000);
  state.isAway = true;
  await pass(2_000);
  state.isAway = false;
  await pass(60_000);
  expect(isOpen()).toBe(true);
  state.isAway = true;
  await pass(5_000);
  expect(isOpen()).toBe(false);
});

test('a revoked credential ends its stream within 5 s, whenever it is revoked and however slow look-ups are (D-1046)', async () => {
  for (const latencyMs of [0, 300, 1_000, 2_500, 3_900, 10_000]) {
    for (let afterMs = 0; afterMs <= 4_250; afterMs += 250) {
      const { open, pass } = virtualStreams({ latencyMs });
      const [one, other] = [open('one'), open('other')];

      await pass(afterMs);
      one.revoke();
      await pass(5_000);

      expect(one.isOpen(), `look-ups of ${latencyMs} ms, revoked after ${afterMs} ms`).toBe(false);
      if (latencyMs <= 1_000) expect(other.isOpen()).toBe(true);
      other.stream.end();
    }
  }
});

test('streams that are opened while a look-up of earlier ones hangs are looked up by themselves (D-1046)', async () => {
  const { open, state, pass } = virtualStreams();
  open('one');
  await pass(2_000);
  state.latencyMs = 60_000;
  await pass(6_000);
  state.latencyMs = 0;
  const { isOpen, revoke } = open('one');

  await pass(1_000);
  revoke();
  await pass(5_000);

  expect(isOpen()).toBe(false);
});

test('a process that stood still for a while looks up once more before it ends streams', async () => {
  const { open, pass } = virtualStreams({ latencyMs: 100 });
  const { isOpen } = open('one');
  await pass(10_000);
  const now = performance.now.bind(performance);
  const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 20_000);
  onTestFinished(() => later.mockRestore());

  await pass(10_000);

  expect(isOpen()).toBe(true);
});

test('a stream ends after 15 minutes (D-1046)', async () => {
  const { open, pass } = virtualStreams();
  const first = open('one');
  await pass(60_000);
  const second = open('one');

  await pass(839_000);
  expect(first.isOpen()).toBe(true);
  await pass(2_000);
  expect([first.isOpen(), second.isOpen()]).toEqual([false, true]);
  await pass(60_000);
  expect(second.isOpen()).toBe(false);
});

test('a process has 1,000 streams, whose callers are looked up together; one that ends makes room (D-1043)', async () => {
  const { open, state, pass } = virtualStreams();
  const opened = Array.from({ length: 1_000 }, (_, n) => open(`project ${n % 100}`));

  expect(() => open('another')).toThrow(expect.objectContaining({ code: 'OVERLOADED' }));
  await pass(60_000);
  expect(state.lookUps).toBeLessThanOrEqual(60);
  expect(opened.every(({ isOpen }) => isOpen())).toBe(true);
  opened[7]?.stream.end();
  await pass(0);

  expect(open('another').isOpen()).toBe(true);
  expect(() => open('another')).toThrow(expect.objectContaining({ code: 'OVERLOADED' }));
});
