import { expect, test } from 'vitest';
import { keysetOf, newestFirst, readCursor, writeCursor } from './keyset.ts';

const id = '0192f0c2-7d11-7a52-8c0e-3b1f5a9d2e77';
const rowOf = (day: number) => ({ id, createdAt: new Date(Date.UTC(2026, 0, day)) });

test('one row more than the page shows says that there are more; the total is counted for the first page alone', async () => {
  const counted = async () => 7;
  const first = keysetOf(newestFirst, { limit: 2 });
  const page = await first.page([3, 2, 1].map(rowOf), counted);
  const second = keysetOf(newestFirst, { limit: 2, cursor: page.cursor });

  expect(first.limit).toBe(3);
  expect(page).toMatchObject({ rows: [rowOf(3), rowOf(2)], hasMore: true, total: 7 });
  expect(second.after).toEqual({ value: '2026-01-02T00:00:00.000Z', id });
  expect(await second.page([rowOf(1)], counted)).toEqual({ rows: [rowOf(1)], cursor: '', hasMore: false, total: 0 });
  expect(() => keysetOf({ ...newestFirst, direction: 'asc' }, { limit: 2, cursor: page.cursor })).toThrow('cursor');
});

test('a cursor returns its position, and only for its own order', () => {
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
] as const)('a forged cursor cannot bring %s %j to the database', (kind, value, of) => {
  expect(() => readCursor('x.asc', writeCursor('x.asc', { value, id: of }), kind)).toThrow('cursor');
});

test('an instant comes back as it was written', () => {
  const position = { value: '2026-03-01T09:30:00.000Z', id };

  expect(readCursor('x.asc', writeCursor('x.asc', position), 'instant')).toEqual(position);
});
