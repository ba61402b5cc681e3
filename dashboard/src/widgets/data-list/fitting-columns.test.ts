import { expect, it } from 'vitest';
import type { Column } from './column.ts';
import { fittingColumns } from './fitting-columns.ts';

const column = (key: string, more: Partial<Column<string>>): Column<string> => ({
  key,
  name: key,
  cell: (row) => row,
  ...more,
});

const columns = [
  column('name', {}),
  column('state', { width: 100 }),
  column('to', { width: 100, yields: 2 }),
  column('marks', { width: 100, yields: 1 }),
  column('opened', { width: 100, yields: 1 }),
];

it.each([
  [570, ['name', 'state', 'to', 'marks', 'opened']],
  [569, ['name', 'state', 'to', 'marks']],
  [469, ['name', 'state', 'to']],
  [369, ['name', 'state']],
  [10, ['name', 'state']],
])('a list of %i pixels leaves out the columns that yield, and no other', (width, keys) => {
  expect(fittingColumns(columns, width).map(({ key }) => key)).toEqual(keys);
});
