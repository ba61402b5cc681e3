import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { JsonValue } from '#pure/custom-fields';
import { evaluateBoth, openScratchContacts, type ScratchContacts } from '#testing';

let scratch: ScratchContacts;
beforeAll(async () => {
  scratch = await openScratchContacts(inject('templateDatabase'));
});
afterAll(() => scratch.close());

type Row = [stored: JsonValue | undefined, operator: string, value: JsonValue | undefined, result: boolean];

/** Compares both evaluators, on a filter of `data.x`, with the result of the design. */
async function expectResults(rows: readonly Row[]): Promise<void> {
  const cases = rows.map(([stored, operator, value]) => ({
    contact: { data: stored === undefined ? {} : { x: stored } },
    condition: { field: 'data.x', operator, value, unit: 'days' },
  }));
  const results = await evaluateBoth(scratch, cases);
  expect(rows.map((row, index) => [...row.slice(0, 3), results[index]])).toEqual(
    rows.map((row) => [...row.slice(0, 3), String(row[3])]),
  );
}

const truthByKind: [stored: JsonValue | undefined, results: string][] = [
  // equals, notEquals, contains, notContains, the four orders, exists, notExists, within, olderThan
  [undefined, 'FFFF FFFF FT FF'],
  [null, 'FFFF FFFF FT FF'],
  ['other', 'FTFT FFFF TF FF'],
  ['the TEXT', 'FTTF FFFF TF FF'],
  ['text', 'TFTF FFFF TF FF'],
  ['2026-02-28T12:00:00Z', 'FTFT FFFF TF TF'],
  ['1999-02-28T12:00:00Z', 'FTFT FFFF TF FT'],
  [3, 'FTFT FTFT TF FF'],
  [7, 'FTFT TFTF TF FF'],
  ['5', 'FTFT FFTT TF FF'],
  [true, 'FTFT FFFF TF FF'],
  [false, 'FTFT FFFF TF FF'],
  [[], 'FTFT FFFF TF FF'],
  [['a', 'Text'], 'FTTF FFFF TF FF'],
  [['a text'], 'FTFT FFFF TF FF'],
  [{}, 'FTFT FFFF TF FF'],
  [{ text: 'text' }, 'FTFT FFFF TF FF'],
];
const columns: [operator: string, value: JsonValue][] = [
  ['equals', 'text'],
  ['notEquals', 'text'],
  ['contains', 'text'],
  ['notContains', 'text'],
  ['greaterThan', 5],
  ['lessThan', 5],
  ['greaterThanOrEqual', 5],
  ['lessThanOrEqual', 5],
  ['exists', null],
  ['notExists', null],
  ['within', 30],
  ['olderThan', 30],
];

describe('the meaning of value operators, in SQL and in memory', () => {
  test('depends on the kind of the stored value as the table of truth says (D-314, D-315)', async () => {
    await expectResults(
      truthByKind.flatMap(([stored, results]) =>
        columns.map(
          ([operator, value], index): Row => [stored, operator, value, results.replaceAll(' ', '')[index] === 'T'],
        ),
      ),
    );
  });

  test('follows the examples of the design', async () => {
    await expectResults([
      ['42', 'equals', 42, true],
      [42, 'equals', '42', true],
      ['042', 'equals', 42, false],
      ['42.0', 'equals', '42', false],
      ['42.0', 'equals', 42, true],
      [42, 'equals', '42.0', true],
      ['TRUE', 'equals', true, true],
      ['Pro', 'equals', 'pro', false],
      ['Pro', 'contains', 'pro', true],
      ['2026-03-01T23:30:00-02:00', 'equals', '2026-03-02', true],
      ['2026-03-01T10:00:00Z', 'greaterThan', '2026-03-01', false],
      ['2026-03-01', 'within', 30, false],
      [['red', 'Blue'], 'contains', 'blue', true],
      ['abc', 'lessThan', 5, false],
      ['abc', 'greaterThanOrEqual', 5, false],
    ]);
  });

  test('equals meets numbers, booleans and their texts, and never an array or object (D-311)', async () => {
    await expectResults([
      [true, 'equals', 'TRUE', true],
      ['true', 'equals', 'TRUE', false],
      [1, 'equals', true, false],
      ['true', 'equals', true, true],
      ['tRUE', 'equals', false, false],
      [0, 'equals', '-0', true],
      ['-0', 'equals', 0, true],
      [1e21, 'equals', 1e21, true],
      [0.30000000000000004, 'equals', 0.3, false],
      ['42.000000000000003', 'equals', 42, true],
      ['9999999999999999', 'equals', 1e16, false],
      [1e16, 'equals', 1e16, true],
      [1e16, 'equals', '10000000000000000', false],
      ['10000000000000000', 'equals', '10000000000000000', true],
      [0.30000000000000004, 'notEquals', '0.30000000000000004', true],
      [[1, 2], 'equals', '[1, 2]', false],
      ['[1, 2]', 'equals', '[1, 2]', true],
      [{ a: 1 }, 'equals', '{"a": 1}', false],
      [{ a: 1 }, 'notEquals', '{"a": 1}', true],
      ['', 'equals', '', true],
    ]);
  });

  test('days and instants meet on the scale the value has (D-311, D-312)', async () => {
    await expectResults([
      ['2026-03-01', 'equals', '2026-03-01T00:00:00Z', true],
      ['2026-03-01T00:00:00.000Z', 'equals', '2026-03-01T01:00:00+01:00', true],
      ['2026-03-01T10:00:00.0009Z', 'equals', '2026-03-01T10:00:00Z', true],
      ['2026-02-30', 'greaterThan', '2020-01-01', false],
      ['2026-03-01T24:00:00Z', 'greaterThan', '2020-01-01', false],
      ['2026-03-01T23:59:60Z', 'lessThan', '2030-01-01', false],
      ['2024-02-29', 'lessThan', '2024-03-01', true],
      ['2026-03-01T10:00:00Z', 'lessThanOrEqual', '2026-03-01', true],
      ['2026-03-01', 'lessThan', '2026-03-01T00:00:00.001Z', true],
      ['0001-01-01T00:00:00+10:00', 'lessThan', '0001-01-01', true],
      ['9999-12-31T23:59:59-10:00', 'greaterThan', '9999-12-31', true],
      ['2026-03-01T10:00:00+23:59', 'equals', '2026-02-28', true],
      ['2026-03-01T10:00:00+24:00', 'equals', '2026-02-28', false],
      [20260301, 'greaterThan', '2026-01-01', false],
      ['2026', 'greaterThan', 2025, true],
    ]);
  });

  test('a time in the future is within, and the edge of the window is too (D-316)', async () => {
    await expectResults([
      ['2026-03-02T12:00:00Z', 'within', 1, true],
      ['2026-02-28T12:00:00.000Z', 'within', 1, true],
      ['2026-02-28T11:59:59.999Z', 'within', 1, false],
      ['2026-02-28T11:59:59.999Z', 'olderThan', 1, true],
      ['2026-02-28T11:59:59.999Z', 'within', '1.5', true],
    ]);
  });

  test('contains disregards case as Unicode does, in texts and in arrays (D-313)', async () => {
    await expectResults([
      ['Straße', 'contains', 'STRAßE', true],
      ['STRASSE', 'contains', 'straße', false],
      ['ΟΔΟΣ', 'contains', 'οδος', true],
      ['ΟΔΟΣΑΣ', 'contains', 'οδος', true],
      ['İstanbul', 'contains', 'i̇stanbul', true],
      ['İstanbul', 'contains', 'istanbul', false],
      ['\u212aelvin', 'contains', 'kelvin', true],
      ['МОСКВА', 'contains', 'скв', true],
      [42, 'contains', 4, false],
      ['a42', 'contains', 42, true],
      [[42], 'contains', '42', true],
      [['42.0'], 'contains', 42, false],
      [['ΟΔΟΣ'], 'contains', 'οδος', true],
      [['say "hi"'], 'contains', 'SAY "HI"', true],
      [[['red']], 'contains', 'red', false],
      [[{ red: 1 }], 'contains', 'red', false],
      [['a', 'b'], 'contains', ', ', false],
      [[true], 'contains', 'True', true],
      [['2026-03-01T10:00:00Z'], 'contains', '2026-03-01', true],
      ['["red"]', 'contains', '["RED', true],
    ]);
  });
});
