import { isAscii } from 'node:buffer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanBodyText } from './body-text.ts';
import { type EncodedText, encodeText } from './encode-text.ts';

/** As RFC 2045 says, and not as the encoder does it. */
function decoded({ transferEncoding, lines }: EncodedText): string {
  const text = lines.toString('latin1');
  if (transferEncoding === '7bit') return text;
  if (transferEncoding === 'base64') return Buffer.from(text, 'base64').toString();
  const bytes = text
    .replace(/[ \t]+(?=\r\n|$)/g, '') // what a server may add or remove
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

const encodingOf = (text: string): string => encodeText(text).transferEncoding;

test('a short ASCII text stays as it is, long lines or some other characters are quoted, many are base64', () => {
  expect(encodeText('Hello = you\n.\nFrom me \n').lines.toString()).toBe('Hello = you\r\n.\r\nFrom me \r\n');
  expect(encodingOf('x'.repeat(76))).toBe('7bit');
  expect(encodingOf('x'.repeat(77))).toBe('quoted-printable');
  expect(encodingOf('Grüße aus Zürich')).toBe('quoted-printable');
  expect(encodingOf('Ελληνικά')).toBe('base64');
});

test.each([
  ['a line of 77 is broken after 75', 'x'.repeat(77), `${'x'.repeat(75)}=\r\nxx`],
  ['76 need no break', `${'x'.repeat(76)}\né${'e'.repeat(60)}`, `${'x'.repeat(76)}\r\n=C3=A9${'e'.repeat(60)}`],
  ['white space at the end of a line', `${'x'.repeat(80)} \ny\t`, `${'x'.repeat(75)}=\r\nxxxxx=20\r\ny=09`],
  ['a line of one space', `é${'e'.repeat(60)}\n \n`, `=C3=A9${'e'.repeat(60)}\r\n=20\r\n`],
  ['the sign itself', `a=b${'x'.repeat(80)}`, `a=3Db${'x'.repeat(70)}=\r\n${'x'.repeat(10)}`],
  [
    'a character is not split',
    `${'x'.repeat(66)}😀${'y'.repeat(9)}`,
    `${'x'.repeat(66)}=\r\n=F0=9F=98=80${'y'.repeat(9)}`,
  ],
  ['escaped up to the end', `${'x'.repeat(70)}é\nz`, `${'x'.repeat(70)}=C3=A9\r\nz`],
])('quoted-printable: %s', (_name, text, expected) => {
  expect(encodeText(text)).toMatchObject({ transferEncoding: 'quoted-printable' });
  expect(encodeText(text).lines.toString()).toBe(expected);
});

const piece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '\n',
    '\r',
    '\r\n',
    '\n\n',
    ' ',
    '\t',
    '=',
    '.',
    '\n.',
    '\nFrom ',
    'é',
    '€',
    '😀',
    'x'.repeat(74),
    'y'.repeat(3),
  ),
);

test('every text comes back from its encoding, in ASCII lines of 76 characters without a lone CR or LF', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = cleanBodyText(pieces.join(''));
      const encoded = encodeText(text);
      const rows = encoded.lines.toString('latin1').split('\r\n');

      expect(decoded(encoded)).toBe(text.replaceAll('\n', '\r\n'));
      expect(isAscii(encoded.lines)).toBe(true);
      expect(rows.every((row) => row.length <= 76 && !/[\r\n\0]/.test(row))).toBe(true);
      if (encoded.transferEncoding === 'quoted-printable') expect(rows.some((row) => /[ \t]$/.test(row))).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});
