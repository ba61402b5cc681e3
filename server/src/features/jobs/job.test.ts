import { expect, test } from 'vitest';
import { percentOf } from './job.ts';

test.each([
  [0, 0],
  [0.004, 0],
  [0.5, 50],
  [0.999, 99],
  [1, 99],
  [7, 99],
  [-1, 0],
  [Number.NaN, 0],
])('a part of %d is %d percent; 100 is for completed jobs', (part, percent) => {
  expect(percentOf(part)).toBe(percent);
});
