import { expect, test } from 'vitest';
import { firstLines } from './first-lines.ts';

test.each([
  ['a\nb\nc\n', 2, 100, 'a\nb\n'],
  ['a\nb\nc', 9, 100, 'a\nb\nc'],
  ['a\nbbbb\nc', 9, 4, 'a\n'],
  ['aaaaaa', 9, 4, 'aaaa'],
  ['aaaaaa\n', 9, 4, 'aaaa'],
  ['', 1, 1, ''],
])('the beginning of %j within %i lines and %i bytes is %j', (text, lines, bytes, expected) => {
  expect(Buffer.from(firstLines(Buffer.from(text), lines, bytes)).toString()).toBe(expected);
});
