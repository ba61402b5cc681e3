import { expect, test } from 'vitest';
import { cleanSubject } from './subject.ts';

test.each([
  ['Hello', 'Hello'],
  ['a\r\nBcc: x@example.org', 'a  Bcc: x@example.org'],
  ['a\u2028b\u2029c\u0000d\u0085e\u007ff', 'a b c d e f'],
  [' \t\n', '(no subject)'],
  ['', '(no subject)'],
  ['x'.repeat(1_200), 'x'.repeat(998)],
  ['😀'.repeat(1_000), '😀'.repeat(998)],
])('%j becomes %j', (rendered, subject) => {
  expect(cleanSubject(rendered)).toBe(subject);
});
