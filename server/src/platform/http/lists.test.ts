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

test('a cursor gives back its position, and only for its own order', () => {
  const cursor = writeCursor('email.asc', { value: 'a@example.com', id });

  expect(readCursor('email.asc', cursor, 'text')).toEqual({ value: 'a@example.com', id });
  expect(readCursor('email.asc', '', 'text')).toBeNull();
  expect(() => readCursor('email.desc', cursor, 'text')).toThrow();
  expect(() => readCursor('email.asc', 'nonsense', 'text')).toThrow();
});

test.each([
  ['text', 'a', "'; drop"],
  ['text', 'a', '------------------------------------'],
  ['text', 'a\0b', id],
  ['instant', 'yesterday', id],
  ['instant', 'nonsense', id],
  ['instant', '2026-02-30T00:00:00.000Z', id],
  ['instant', '2026-99-01T00:00:00.000Z', id],
  ['instant', '0000-06-01T00:00:00.000Z', id],
  ['instant', '-000001-06-01T00:00:00.000Z', id],
  ['instant', '+275760-06-01T00:00:00.000Z', id],
] as const)('a cursor that somebody made themselves cannot bring %s %j to the database', (kind, value, of) => {
  expect(() => readCursor('x.asc', writeCursor('x.asc', { value, id: of }), kind)).toThrow('cursor');
});

test('an instant comes back as it was written', () => {
  const position = { value: '2026-03-01T09:30:00.000Z', id };

  expect(readCursor('x.asc', writeCursor('x.asc', position), 'instant')).toEqual(position);
});
