import { expect, test } from 'vitest';
import { type JsonValue, readTyped, textOf, typeOf } from './typed-value.ts';

const values: [JsonValue, string][] = [
  ['pro', 'text'],
  ['', 'text'],
  [46, 'number'],
  [false, 'yes or no'],
  ['2027-03-04', 'date'],
  ['2027-01-19T00:00:00Z', 'date'],
  ['2027-13-45', 'text'],
  [[1, 2], 'list'],
  [{ a: 1 }, 'object'],
  [null, 'empty'],
];

test.each(values)('%j is %s', (value, type) => {
  expect(typeOf(value)).toBe(type);
});

test('a value that is shown and typed again unchanged is the same value', () => {
  for (const [value] of values) {
    if (value === null) continue;
    expect(readTyped(textOf(value), typeOf(value))).toEqual({ value });
  }
});

test('a text in a number field is refused with what is expected', () => {
  expect(readTyped('12 m²', 'number')).toEqual({ problem: 'This field is a number.' });
  expect(readTyped('', 'number')).toHaveProperty('problem');
  expect(readTyped('ja', 'yes or no')).toHaveProperty('problem');
  expect(readTyped('tomorrow', 'date')).toHaveProperty('problem');
  expect(readTyped('{"a":1}', 'list')).toHaveProperty('problem');
});

test('a text keeps the spaces that were typed', () => {
  expect(readTyped(' a ', 'text')).toEqual({ value: ' a ' });
});
