import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { busyLoop } from './busy-loop.ts';

test('a process that computes is busy, one that waits is not', async () => {
  const isBusy = busyLoop();
  for (const end = performance.now() + 200; performance.now() < end; );
  expect(isBusy()).toBe(true);
  await delay(400);
  expect(isBusy()).toBe(false);
});
