import { describe, expect, it } from 'vitest';
import { type Column, shownColumns, withColumn } from './column.ts';
import { activeFilters, type Filter, withFilter } from './filter.ts';
import { nextSort } from './sort.ts';

const columns: Column<string>[] = ['email', 'plan', 'zone'].map((key) => ({
  key,
  name: key,
  cell: (row) => row,
  isFixed: key === 'email',
}));

describe('columns', () => {
  it('shows the chosen ones in their declared order, the fixed ones always', () => {
    expect(shownColumns(columns, ['zone']).map((column) => column.key)).toEqual(['email', 'zone']);
    expect(shownColumns(columns, undefined)).toBe(columns);
  });

  it('switches one and drops keys that no longer exist', () => {
    expect(withColumn(columns, ['zone', 'gone'], 'plan', true)).toEqual(['plan', 'zone']);
    expect(withColumn(columns, ['plan', 'zone'], 'plan', false)).toEqual(['zone']);
  });
});

const filters: Filter[] = [
  { key: 'state', name: 'State', verb: 'is', kind: 'choice', options: [{ value: 'FAILED', label: 'Failed' }] },
  { key: 'to', name: 'To', verb: 'contains', kind: 'text' },
];

describe('filters', () => {
  it('read as words', () => {
    expect(activeFilters(filters, { to: '@example.com', state: 'FAILED' })).toEqual([
      { key: 'state', name: 'State', verb: 'is', value: 'Failed' },
      { key: 'to', name: 'To', verb: 'contains', value: '@example.com' },
    ]);
  });

  it('show a value that is no longer offered, and leave out what is not set or not known', () => {
    expect(activeFilters(filters, { state: 'GONE', to: '', other: 'x' }).map((words) => words.value)).toEqual(['GONE']);
  });

  it('are set and removed without touching the others', () => {
    expect(withFilter({ a: '1' }, 'b', '2')).toEqual({ a: '1', b: '2' });
    expect(withFilter({ a: '1', b: '2' }, 'a', undefined)).toEqual({ b: '2' });
  });
});

describe('sorting', () => {
  it('starts ascending and turns round', () => {
    const first = nextSort(undefined, 'seen');
    expect(first).toEqual({ key: 'seen', direction: 'asc' });
    expect(nextSort(first, 'seen')).toEqual({ key: 'seen', direction: 'desc' });
    expect(nextSort({ key: 'seen', direction: 'desc' }, 'email')).toEqual({ key: 'email', direction: 'asc' });
  });
});
