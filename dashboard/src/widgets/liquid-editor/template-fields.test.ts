import { expect, test } from 'vitest';
import { coverageWords, gapWords, referenceTo } from './template-fields.ts';

test.each([
  ['plan', 'plan'],
  ['first name', 'first name'],
  ['Größe', 'Größe'],
  ['terms and conditions', 'data["terms and conditions"]'],
  ['2nd line', 'data["2nd line"]'],
  ['profile.tier', 'data["profile.tier"]'],
  ['data', 'data["data"]'],
  ['a "b"', `data['a "b"']`],
  [`a "b" 'c'`, null],
  ['a}}', null],
])('%s is written %s', (name, written) => {
  expect(referenceTo(name)).toBe(written);
});

test('rounding never claims that everyone or no one has a field', () => {
  expect([1, 0.9999, 0.97, 0.0001, 0].map(coverageWords)).toEqual([
    '100\u00a0% have it',
    'over 99\u00a0% have it',
    '97\u00a0% have it',
    'under 1\u00a0% have it',
    '0\u00a0% have it',
  ]);
  expect([1, 0.9999, 0].map(gapWords)).toEqual(['everyone has it', 'under 1\u00a0% without', '100\u00a0% without']);
});
