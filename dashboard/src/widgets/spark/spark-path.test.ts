import { expect, test } from 'vitest';
import { sparkPath } from './spark-path.ts';

test('the highest value stands at the top and zero on the ground', () => {
  expect(sparkPath([0, 10], 100, 22)).toBe('M0 22L100 2');
});

test('a missing value is a gap, not a zero', () => {
  expect(sparkPath([4, null, 4], 100, 22)).toBe('M0 2M100 2');
});

test('nothing and nothing but zeros draw no broken numbers', () => {
  expect(sparkPath([], 100, 22)).toBe('');
  expect(sparkPath([0, 0], 100, 22)).toBe('M0 22L100 22');
});
