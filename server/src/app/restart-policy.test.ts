import { expect, test } from 'vitest';
import { makeRestartPolicy } from './restart-policy.ts';

const ends = (times: number, end: { ranMs: number; code: number | null }): (number | null)[] => {
  const policy = makeRestartPolicy();
  return Array.from({ length: times }, () => policy.pauseAfter(end));
};

test('a process that ends comes back at once, then after growing pauses, ten times in a row', () => {
  expect(ends(11, { ranMs: 500, code: 1 })).toEqual([
    0,
    1_000,
    2_000,
    4_000,
    8_000,
    16_000,
    30_000,
    30_000,
    30_000,
    30_000,
    null,
  ]);
});

test('one that ran for a minute has its first end again', () => {
  expect(ends(12, { ranMs: 60_000, code: null })).toEqual(Array.from({ length: 12 }, () => 0));
});

test('one that waits for the database is never given up', () => {
  expect(ends(40, { ranMs: 500, code: 69 }).at(-1)).toBe(30_000);
});
