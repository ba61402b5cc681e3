import { expect, test } from 'vitest';
import { differenceOf, differenceSentence } from './balance.ts';

const parts = (...counts: number[]) => counts.map((count) => ({ count }));

test('a line adds up when every accepted mail is in one part', () => {
  expect(differenceOf(1204, parts(1131, 41, 18, 6, 8))).toBe(0);
});

test('what is missing and what is too many are told apart', () => {
  expect(differenceOf(10, parts(7))).toBe(3);
  expect(differenceSentence(differenceOf(10, parts(7)), '3')).toBe('Does not add up: 3 missing');
  expect(differenceOf(10, parts(7, 5))).toBe(-2);
  expect(differenceSentence(differenceOf(10, parts(7, 5)), '2')).toBe('Does not add up: 2 too many');
});
