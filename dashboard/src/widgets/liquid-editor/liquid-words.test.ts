import { expect, test } from 'vitest';
import { nearestFilter } from './liquid-words.ts';

test.each([
  ['capitlize', 'capitalize'],
  ['upcas', 'upcase'],
  ['Upcase', 'upcase'],
  ['dat', 'date'],
  ['money', null],
  ['x', null],
  ['', null],
  ['c'.repeat(5000), null],
])('%s is most likely %s', (name, filter) => {
  expect(nearestFilter(name)).toBe(filter);
});
