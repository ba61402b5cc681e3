import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editDistance } from './index.ts';

test.each([
  ['gmail.com', 'gmail.com', 0],
  ['gmial.com', 'gmail.com', 1],
  ['gmal.com', 'gmail.com', 1],
  ['gmaill.com', 'gmail.com', 1],
  ['gnail.com', 'gmail.com', 1],
  ['gmail.con', 'gmail.com', 1],
  ['hotmial.con', 'hotmail.com', 2],
  ['', 'ab', 2],
  ['kitten', 'sitting', 3],
  ['completely', 'different', 3],
])('%s to %s takes %i, counted up to 2', (left, right, distance) => {
  expect(editDistance(left, right, 2)).toBe(distance);
});

test('the distance is the same in both directions, and 0 for equal words only', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
  fc.assert(
    fc.property(word, word, (left, right) => {
      const distance = editDistance(left, right, 9);

      expect(editDistance(right, left, 9)).toBe(distance);
      expect(distance === 0).toBe(left === right);
      expect(editDistance(left, right, 2)).toBe(Math.min(distance, 3));
    }),
  );
});
