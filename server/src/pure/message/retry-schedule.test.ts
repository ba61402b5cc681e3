import { expect, test } from 'vitest';
import { horizonSeconds, retryDelaySeconds } from './retry-schedule.ts';

test.each([
  [1, 60],
  [2, 300],
  [3, 900],
  [4, 1_800],
  [5, 3_600],
  [6, 7_200],
  [7, 14_400],
  [8, 14_400],
  [50, 14_400],
])('after refusal %i the mail waits %i seconds, give or take a fifth (P10, D-633)', (attempts, seconds) => {
  expect(retryDelaySeconds({ attempts, random: 0.5 })).toBeCloseTo(seconds);
  expect(retryDelaySeconds({ attempts, random: 0 })).toBeCloseTo(seconds * 0.8);
  expect(retryDelaySeconds({ attempts, random: 1 })).toBeCloseTo(seconds * 1.2);
});

test('a delay requested by the remote server lengthens the delay and never shortens it (D-633)', () => {
  expect(retryDelaySeconds({ attempts: 1, retryAfterSeconds: 1, random: 0.5 })).toBeCloseTo(60);
  expect(retryDelaySeconds({ attempts: 1, retryAfterSeconds: 600, random: 0.5 })).toBe(600);
  expect(retryDelaySeconds({ attempts: 1, retryAfterSeconds: 1e9, random: 0.5 })).toBe(86_400);
});

test('delivery is tried for three days (D-633)', () => {
  expect(horizonSeconds).toBe(72 * 3_600);
});

test('the horizon leaves room for at least twenty attempts (P10)', () => {
  let seconds = 0;
  let attempts = 0;
  while (seconds <= horizonSeconds) {
    attempts += 1;
    seconds += retryDelaySeconds({ attempts, random: 0.5 });
  }

  expect(attempts).toBeGreaterThanOrEqual(20);
});
