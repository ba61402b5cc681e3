import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanDisplayName, cleanFilename, cleanHeaderText, cleanSubject } from './header-text.ts';

test.each([
  ['a line break', 'Hello\r\nBcc: x@example.com', 'Hello Bcc: x@example.com'],
  ['a bare CR', 'a\rb', 'a b'],
  ['NUL', 'a\u0000b', 'a b'],
  ['separators of Unicode', 'a\u2028b\u2029c\u0085d', 'a b c d'],
  ['a tab', 'a\tb', 'a b'],
  ['half a character', 'a\ud800b', 'a\ufffdb'],
  ['letters of every script', 'Žluťoučký 😀 例え', 'Žluťoučký 😀 例え'],
])('header text with %s is one clean line (T13)', (_name, given, clean) => {
  expect(cleanHeaderText(given)).toBe(clean);
});

test('a subject of nothing but white space is (no subject), a long one is cut at 998 (D-527)', () => {
  expect(cleanSubject(' \r\n\t ')).toBe('(no subject)');
  expect(cleanSubject('s'.repeat(2_000))).toHaveLength(998);
  expect(cleanSubject(`${'s'.repeat(997)}😀`)).toBe('s'.repeat(997));
});

test('a file name holds no path and no quote (D-614)', () => {
  expect(cleanFilename('../../etc/pass"wd\n')).toBe(".._.._etc_pass'wd");
  expect(cleanFilename('..')).toBe('attachment');
  expect(cleanFilename('')).toBe('attachment');
});

test('an empty display name is null', () => {
  expect(cleanDisplayName('\r\n')).toBeNull();
  expect(cleanDisplayName(null)).toBeNull();
});

test('whatever is given, a header text never breaks a line (T13)', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 1_200 }), (text) => {
      for (const line of [
        cleanHeaderText(text),
        cleanSubject(text),
        cleanFilename(text),
        cleanDisplayName(text) ?? '',
      ]) {
        expect(line).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
        expect(line.isWellFormed()).toBe(true);
        expect(line.length).toBeLessThanOrEqual(998);
      }
    }),
    { numRuns: 500 },
  );
});
