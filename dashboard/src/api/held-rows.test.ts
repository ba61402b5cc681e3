import { expect, test } from 'vitest';
import { holdRows, takeInRows } from './held-rows.ts';

interface Row {
  readonly id: string;
  readonly state: string;
}

const rowsOf = (...ids: string[]): Row[] => ids.map((id) => ({ id, state: 'old' }));
const keyOf = ({ id }: Row) => id;
const idsOf = (rows: readonly Row[] | null) => rows?.map(keyOf).join('') ?? null;

test('the first page is shown as it is', () => {
  expect(holdRows([], rowsOf('c', 'b'), { keyOf, hasMore: true })).toEqual({ rows: rowsOf('c', 'b'), waiting: 0 });
});

test('new rows wait and known rows change in their places', () => {
  const loaded = [{ id: 'd', state: 'new' }, { id: 'c', state: 'new' }, ...rowsOf('b')];

  const held = holdRows(rowsOf('c', 'b', 'a'), loaded, { keyOf, hasMore: true });

  expect(held).toEqual({ rows: [{ id: 'c', state: 'new' }, ...rowsOf('b', 'a')], waiting: 1 });
});

test('a row inside the loaded page that is gone leaves; one below the page stays', () => {
  const held = holdRows(rowsOf('d', 'c', 'b', 'a'), rowsOf('d', 'b'), { keyOf, hasMore: true });

  expect(idsOf(held.rows)).toBe('dba');
});

test('when the loaded page is everything, rows below it are gone', () => {
  expect(idsOf(holdRows(rowsOf('c', 'b', 'a'), rowsOf('c', 'b'), { keyOf, hasMore: false }).rows)).toBe('cb');
  expect(idsOf(holdRows(rowsOf('c'), [], { keyOf, hasMore: false }).rows)).toBe('');
});

test('a page of nothing but new rows waits as a whole', () => {
  const held = holdRows(rowsOf('b', 'a'), rowsOf('z', 'y'), { keyOf, hasMore: true });

  expect({ rows: idsOf(held.rows), waiting: held.waiting }).toEqual({ rows: 'ba', waiting: 2 });
});

test('taking in joins the page with what follows it', () => {
  expect(idsOf(takeInRows(rowsOf('c', 'b', 'a'), rowsOf('e', 'd', 'c'), keyOf))).toBe('edcba');
});

test('a page that does not reach the held rows leaves a gap, so nothing is joined', () => {
  expect(takeInRows(rowsOf('b', 'a'), rowsOf('z', 'y'), keyOf)).toBeNull();
});
