import { expect, test } from 'vitest';
import { formatCount } from '../figures/format.ts';
import { countUpTo } from './number-words.ts';

test('a count that reached its limit does not claim to be exact', () => {
  expect(countUpTo(1, 10, 'mail', 'mails')).toBe('1 mail');
  expect(countUpTo(9, 10, 'mail', 'mails')).toBe('9 mails');
  expect(countUpTo(10_000, 10_000, 'mail', 'mails')).toBe(`${formatCount(10_000)} mails or more`);
});
