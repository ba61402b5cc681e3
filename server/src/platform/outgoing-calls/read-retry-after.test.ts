import { expect, test } from 'vitest';
import { readRetryAfter } from './read-retry-after.ts';

const now = new Date('2026-11-14T10:00:00.000Z');

test.each([
  [null, null],
  ['', null],
  ['0', 0],
  ['120', 120],
  ['-5', null],
  ['1.5', null],
  ['1e3', null],
  ['99999999999999999999', null],
  ['Sat, 14 Nov 2026 10:02:00 GMT', 120],
  ['Sat, 14 Nov 2026 09:00:00 GMT', 0],
  ['2026-11-14T10:02:00Z', null],
  ['soon GMT', null],
])('Retry-After: %j is %j seconds (D-917)', (value, seconds) => {
  expect(readRetryAfter(value, now)).toBe(seconds);
});
