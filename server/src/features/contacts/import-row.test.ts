import { expect, test } from 'vitest';
import type { CellType, CsvColumn, CsvRow } from '#pure/csv';
import { readImportRow } from './import-row.ts';

const columns: CsvColumn[] = [
  { kind: 'data', key: 'plan' },
  { kind: 'email' },
  { kind: 'ignored' },
  { kind: 'subscribed' },
  { kind: 'data', key: 'age' },
];
const types: CellType[] = ['text', 'text', 'text', 'text', 'number'];
const punycode = 'ada@xn--bcher-kva.example';
const row = (...cells: string[]): CsvRow => ({ line: 7, cells, width: cells.length, isOpen: false });

test.each<[cells: string[], subscribed: boolean | undefined, data: object]>([
  [['pro', ' Ada@Example.com ', 'x', '', '41'], undefined, { plan: 'pro', age: 41 }],
  [['', 'ada@example.com', '', ' Yes ', 'old'], true, { age: 'old' }],
  [['  ', 'ada@example.com', '', 'FALSE'], false, { plan: '  ' }],
  [['', 'ada@example.com', '', '0'], false, {}],
  [['', 'ada@example.com'], undefined, {}],
])('%j is an input', (cells, subscribed, data) => {
  expect(readImportRow(columns, types, row(...cells))).toEqual({
    ok: true,
    input: {
      email: 'ada@example.com',
      subscribed,
      subscribedWhenNew: true,
      patch: { set: data, remove: [], once: {} },
    },
  });
});

test.each<[given: CsvRow, email: string | null, error: string]>([
  [row('pro'), null, 'No email address'],
  [row('pro', '  '), null, 'No email address'],
  [row('pro', ' ada@ '), 'ada@', 'Not a valid email address'],
  [row('', 'a@b.example', '', 'maybe'), 'a@b.example', 'The cell in column subscribed is neither true nor false'],
  [row('', 'a@b.example', '', '', '', ''), 'a@b.example', 'The row has more cells than the file has columns'],
  [row('x'.repeat(10_241), 'a@b.example'), 'a@b.example', 'Cell 1 of the row is larger than 10 KB'],
  [row('a\0', 'a@b.example'), 'a@b.example', 'Cell 1 of the row contains the character U+0000'],
  [row('', ' Ada@Bücher.example ', '', 'maybe'), punycode, 'The cell in column subscribed is neither true nor false'],
  [row('a\0', 'Ada@Bücher.example'), punycode, 'Cell 1 of the row contains the character U+0000'],
  [{ ...row('', 'a@b.example'), isOpen: true }, 'a@b.example', 'A quote is opened and never closed'],
])('a bad row has a reason', (given, email, error) => {
  expect(readImportRow(columns, types, given)).toEqual({ ok: false, email, error });
});

test('an overlong address is cut', () => {
  const reading = readImportRow(columns, types, row('', 'x'.repeat(9_000)));

  expect(reading).toMatchObject({ ok: false, email: 'x'.repeat(254) });
});
