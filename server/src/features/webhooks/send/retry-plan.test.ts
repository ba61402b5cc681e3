import { expect, test } from 'vitest';
import { disableHours } from '../check-failing.ts';
import { probePause, retryPause } from './retry-plan.ts';

const plain = { retryAfterSeconds: null, spread: 0.5 };

test('ten attempts over about 75 hours (D-1053)', () => {
  const pauses = Array.from({ length: 10 }, (_, n) => retryPause({ ...plain, tries: n + 1 }));

  expect(pauses.at(-1)).toBeNull();
  expect(pauses.slice(0, 9)).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]);
});

test.each([
  [{ tries: 2, spread: 0, retryAfterSeconds: null }, 240],
  [{ tries: 2, spread: 1, retryAfterSeconds: null }, 360],
  [{ tries: 2, spread: 0.5, retryAfterSeconds: 10 }, 300],
  [{ tries: 2, spread: 0.5, retryAfterSeconds: 900 }, 900],
  [{ tries: 2, spread: 0.5, retryAfterSeconds: 86_400 }, 3_600],
])('%j is a pause of %d s', (failed, seconds) => {
  expect(retryPause(failed)).toBeCloseTo(seconds);
  expect(probePause(failed)).toBeCloseTo(seconds);
});

test('a failing endpoint is called once a day after the last step', () => {
  expect(probePause({ ...plain, tries: 30 })).toBe(86_400);
});

test('a dead endpoint gets ten calls at most from when it is failing until it is disabled (T44)', () => {
  let [calls, seconds] = [0, 0];
  for (;;) {
    seconds += probePause({ tries: calls + 1, retryAfterSeconds: null, spread: 0 });
    if (seconds > disableHours * 3_600) break;
    calls += 1;
  }

  expect(calls).toBe(9);
});
