import { expect, test } from 'vitest';
import { inferType } from './infer-type.ts';

const cases: [value: Parameters<typeof inferType>[0], type: string][] = [
  [0, 'number'],
  [-1.5, 'number'],
  [1e300, 'number'],
  ['42', 'string'],
  [true, 'boolean'],
  [false, 'boolean'],
  ['true', 'string'],
  ['', 'string'],
  ['pro', 'string'],
  [[], 'string'],
  [['2026-01-01'], 'string'],
  [{}, 'string'],
  [{ value: 1 }, 'string'],

  ['2026-03-01', 'date'],
  ['2026-03-01T09:30:00Z', 'date'],
  ['2026-03-01T09:30:00.000Z', 'date'],
  ['2026-03-01T23:59:59.999Z', 'date'],
  ['2024-02-29', 'date'],
  ['2000-02-29', 'date'],
  ['0001-01-01', 'date'],
  ['9999-12-31T23:59:59Z', 'date'],

  ['2026-02-30', 'string'],
  ['2026-02-29', 'string'],
  ['1900-02-29', 'string'],
  ['2026-04-31', 'string'],
  ['2026-00-10', 'string'],
  ['2026-13-10', 'string'],
  ['2026-01-00', 'string'],
  ['2026-01-32', 'string'],
  ['0000-01-01', 'string'],
  ['2026-03-01T24:00:00Z', 'string'],
  ['2026-03-01T09:60:00Z', 'string'],
  ['2016-12-31T23:59:60Z', 'string'],
  ['2026-03-01T09:30:00+02:00', 'string'],
  ['2026-03-01T09:30:00+00:00', 'string'],
  ['2026-03-01T09:30:00', 'string'],
  ['2026-03-01T09:30Z', 'string'],
  ['2026-03-01T09:30:00.0Z', 'string'],
  ['2026-03-01T09:30:00.00Z', 'string'],
  ['2026-03-01T09:30:00.0000Z', 'string'],
  ['2026-03-01T09:30:00,000Z', 'string'],
  ['2026-03-01 09:30:00Z', 'string'],
  ['2026-03-01t09:30:00z', 'string'],
  ['2026-03-01T', 'string'],
  ['2026-3-1', 'string'],
  ['26-03-01', 'string'],
  ['+002026-03-01', 'string'],
  ['-2026-03-01', 'string'],
  ['20260301', 'string'],
  ['2026-03', 'string'],
  ['01.03.2026', 'string'],
  [' 2026-03-01', 'string'],
  ['2026-03-01\n', 'string'],
  ['２０２６-03-01', 'string'],
];

test.each(cases)('%j is a %s', (value, type) => {
  expect(inferType(value)).toBe(type);
});

test('every day from 1999 to 2005 that the calendar has is a date, and no other', () => {
  for (let year = 1999; year <= 2005; year++) {
    for (let month = 1; month <= 12; month++) {
      for (let day = 1; day <= 31; day++) {
        const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
        const isReal = new Date(Date.UTC(year, month - 1, day)).toISOString().startsWith(text);
        expect(inferType(text), text).toBe(isReal ? 'date' : 'string');
      }
    }
  }
});
