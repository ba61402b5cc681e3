import { expect, test } from 'vitest';
import type { FieldType } from '#pure/custom-fields';
import { type CellForms, type CellType, cellTypes, noteForms, readCell } from './column-types.ts';

const formsOf = (...cells: string[]): CellForms => {
  const forms: CellForms = [null];
  for (const cell of cells) noteForms(forms, [cell]);
  return forms;
};
const typeOf = (known: FieldType | null, ...cells: string[]): CellType | undefined =>
  cellTypes([{ kind: 'data', key: 'k' }], formsOf(...cells), new Map(known ? [['k', known]] : []))[0];

test.each<[cells: string[], type: CellType]>([
  [['1', '2.5', '-3', '0', '-0.5'], 'number'],
  [['1', '', '2'], 'number'],
  [['true', 'false', ''], 'boolean'],
  [['123456789012345', '0.123456789012345'], 'number'],
  [['1', '007'], 'text'],
  [['+1'], 'text'],
  [['1234567890123456'], 'text'],
  [['0.1234567890123456'], 'text'],
  [['1e5'], 'text'],
  [['.5'], 'text'],
  [['5.'], 'text'],
  [[' 1'], 'text'],
  [['1,5'], 'text'],
  [['NaN', 'Infinity'], 'text'],
  [['True'], 'text'],
  [['yes'], 'text'],
  [['1', 'true'], 'text'],
  [['2026-01-01'], 'text'],
  [['', ''], 'text'],
])('a new key with cells %j becomes %s (D-231)', (cells, type) => {
  expect(typeOf(null, ...cells)).toBe(type);
});

test.each<[known: FieldType, cells: string[], type: CellType]>([
  ['number', ['1', 'x'], 'number'],
  ['boolean', ['maybe'], 'boolean'],
  ['string', ['1', '2'], 'text'],
  ['date', ['1'], 'text'],
])('a key of type %s with cells %j is read as %s (D-231)', (known, cells, type) => {
  expect(typeOf(known, ...cells)).toBe(type);
});

test('short rows and other columns do not matter', () => {
  const forms: CellForms = [null, null];
  noteForms(forms, ['x']);
  noteForms(forms, ['y', '1', 'z']);

  expect(cellTypes([{ kind: 'email' }, { kind: 'data', key: 'age' }], forms, new Map())).toEqual(['text', 'number']);
});

test.each<[cell: string, type: CellType, value: unknown]>([
  ['42', 'number', 42],
  ['-0', 'number', 0],
  ['-1.50', 'number', -1.5],
  ['n/a', 'number', 'n/a'],
  ['true', 'boolean', true],
  ['false', 'boolean', false],
  ['TRUE', 'boolean', 'TRUE'],
  ['42', 'text', '42'],
])('the cell %j of a column of type %s is %j', (cell, type, value) => {
  expect(readCell(cell, type)).toBe(value);
});
