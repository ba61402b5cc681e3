import { expect, test } from 'vitest';
import { addressesIn } from './suppression-words.ts';

test('takes addresses out of lines, commas and spaces, each once', () => {
  expect(addressesIn(' a@example.com,b@example.com;\n\nc@example.com a@example.com ')).toEqual([
    'a@example.com',
    'b@example.com',
    'c@example.com',
  ]);
  expect(addressesIn(' \n')).toEqual([]);
});
