import { expect, test } from 'vitest';
import { allowance } from './due-portion.ts';

const start = new Date('2026-03-01T09:00:00.000Z');
const after = (ms: number): Date => new Date(start.getTime() + ms);

/** How many become due if a portion is asked for every so many milliseconds, for a time. */
function dueWithin(perMinute: number, everyMs: number, totalMs: number): number {
  let [due, since]: [number, Date | null] = [0, null];
  for (let at = 0; at < totalMs; at += everyMs) {
    const { allowed, dueSince } = allowance(perMinute, since, after(at));
    if (allowed < 1) continue;
    due += allowed;
    since = dueSince;
  }
  return due;
}

test('without a rate everything may become due', () => {
  expect(allowance(null, null, start).allowed).toBe(Number.POSITIVE_INFINITY);
});

test.each([
  [1, 1_000],
  [7, 1_000],
  [60, 1_000],
  [600, 130],
  [600_000, 50],
])('%i a minute, looked at every %i ms: no more than that, and a second in advance (D-826)', (perMinute, everyMs) => {
  const minutes = 10;
  const due = dueWithin(perMinute, everyMs, minutes * 60_000);
  const advance = Math.max(1, perMinute / 60);
  expect(due).toBeLessThanOrEqual(perMinute * minutes + advance);
  expect(due).toBeGreaterThanOrEqual(perMinute * minutes * 0.95 - 1);
});

test('time that was not used is not made up for (D-826)', () => {
  expect(allowance(600, start, after(3_600_000)).allowed).toBe(10);
});
