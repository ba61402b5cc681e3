import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { busyLoop } from './yield-policy.ts';

test('a process that computes is busy for a second, one that waits is not', async () => {
  const isBusy = busyLoop();
  for (const end = performance.now() + 200; performance.now() < end; );
  expect(isBusy()).toBe(true);
  await delay(300);
  expect(isBusy()).toBe(true); // it may be idle only because lanes yield
  await delay(1_000);
  expect(isBusy()).toBe(false);
});
