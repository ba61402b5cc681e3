import { describe, expect, it } from 'vitest';
import { ariaRowCount, firstIndex, type Paging, pageButtons, pageCount, rowsWords } from './paging.ts';

const pages = (page: number, total: number): Paging => ({ kind: 'pages', page, pageSize: 50, total, onPage: () => {} });
const cursor = (hasMore: boolean, total?: number): Paging => ({
  kind: 'cursor',
  hasMore,
  isLoadingMore: false,
  onMore: () => {},
  total,
});

describe('paging', () => {
  it('counts pages, and an empty list has one', () => {
    expect(pageCount(0, 50)).toBe(1);
    expect(pageCount(50, 50)).toBe(1);
    expect(pageCount(51, 50)).toBe(2);
  });

  it.each([
    [1, 1, [1]],
    [1, 4, [1, 2, 3, 4]],
    [3, 5, [1, 2, 3, 4, 5]],
    [4, 658, [1, 2, 3, 4, 5, null, 658]],
    [50, 100, [1, null, 49, 50, 51, null, 100]],
    [100, 100, [1, null, 99, 100]],
  ])('page %i of %i', (page, count, shown) => {
    expect(pageButtons(page, count)).toEqual(shown);
  });

  it('says which rows are shown', () => {
    expect(rowsWords(pages(2, 180), 50)).toBe('Rows 51 to 100 of 180.');
    expect(rowsWords(cursor(true, 900), 50)).toBe('50 of 900 loaded.');
    expect(rowsWords(cursor(true), 50)).toBe('50 loaded.');
    expect(rowsWords(cursor(false), 50)).toBe('50 rows.');
    expect(rowsWords(undefined, 1)).toBe('1 row.');
  });

  it('tells the number of rows with the head, or that nobody knows', () => {
    expect(ariaRowCount(pages(2, 180), 50)).toBe(181);
    expect(ariaRowCount(cursor(true), 50)).toBe(-1);
    expect(ariaRowCount(cursor(true, 900), 50)).toBe(901);
    expect(ariaRowCount(cursor(false), 50)).toBe(51);
    expect(firstIndex(pages(3, 180))).toBe(100);
  });
});
