import { expect, test } from 'vitest';
import { choice, direction, queryFlag, sortBy, wholeNumber } from './lists.ts';

test.each([
  [undefined, 20],
  ['abc', 20],
  ['1.5', 20],
  ['0', 1],
  ['-3', 1],
  ['50', 50],
  ['1000', 100],
  ['9'.repeat(16), 100],
  [`-${'9'.repeat(16)}`, 1],
  ['9'.repeat(400), 100],
  [`-${'9'.repeat(400)}`, 1],
])('limit %s is %i', (text, expected) => {
  expect(wholeNumber(20, 1, 100).parse(text)).toBe(expected);
});

test('sort and direction fall back, other lists refuse', () => {
  expect(sortBy(['email', 'createdAt'], 'createdAt').parse('bogus')).toBe('createdAt');
  expect(direction.parse('up')).toBe('desc');
  expect(choice(['A', 'B']).safeParse('C').success).toBe(false);
  expect(queryFlag.parse('1')).toBe(true);
  expect(queryFlag.safeParse('yes').success).toBe(false);
});
