import { expect, test } from 'vitest';
import { choice, direction, queryFlag, readCursor, sortBy, wholeNumber, writeCursor } from './lists.ts';

const id = '0192f0c2-7d11-7a52-8c0e-3b1f5a9d2e77';

test.each([
  [undefined, 20],
  ['abc', 20],
  ['1.5', 20],
  ['0', 1],
  ['-3', 1],
  ['50', 50],
  ['1000', 100],
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

test('a cursor gives back its position, and only for its own order', () => {
  const cursor = writeCursor('email.asc', { value: 'a@example.com', id });

  expect(readCursor('email.asc', cursor)).toEqual({ value: 'a@example.com', id });
  expect(readCursor('email.asc', '')).toBeNull();
  expect(() => readCursor('email.desc', cursor)).toThrow();
  expect(() => readCursor('email.asc', 'nonsense')).toThrow();
  expect(() => readCursor('email.asc', writeCursor('email.asc', { value: 'a', id: "'; drop" }))).toThrow();
});
