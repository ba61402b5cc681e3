import { describe, expect, test } from 'vitest';
import { decode, guessDelimiter, guessEncoding, readCsv, withHeader } from './csv-file.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

describe('a file read in the browser', () => {
  test.each([
    ['a,b\n1,2\n', ','],
    ['a;b\n1;2\n', ';'],
    ['a\tb\n1\t2\n', '\t'],
    ['email\nada@example.org\n', ','],
    ['Name;"Garden, m²";Plan\nAda;"4,5";pro\n', ';'],
    ['a;b\n1,5;2\n1;2\n', ';'],
    ['a,b\n1,2,3\n', ','],
  ])('%j is divided by %j', (text, delimiter) => {
    expect(guessDelimiter(text)).toBe(delimiter);
  });

  test('quotes, doubled quotes and line breaks inside quotes are part of a cell', () => {
    const { rows, count } = readCsv('a,b\r\n"x, ""y""","1\n2"\r\n\r\nlast,row', ',');

    expect(rows).toEqual([
      ['a', 'b'],
      ['x, "y"', '1\n2'],
      ['last', 'row'],
    ]);
    expect(count).toBe(3);
  });

  test('keeps the first rows and counts all of them', () => {
    const text = `email\n${Array.from({ length: 500 }, (_, n) => `p${n}@example.org`).join('\n')}\n`;

    const { rows, count } = readCsv(text, ',');

    expect(count).toBe(501);
    expect(rows).toHaveLength(21);
  });

  test('a quote that is never closed takes the rest of the file', () => {
    expect(readCsv('a,b\n"open,1\n2,3', ',')).toMatchObject({ count: 2, rows: [['a', 'b'], ['open,1\n2,3']] });
  });

  test.each([
    [bytesOf('Grüße'), 'utf-8'],
    [new Uint8Array([0xef, 0xbb, 0xbf, 0x61]), 'utf-8'],
    [new Uint8Array([0x47, 0xfc]), 'windows-1252'],
    [new Uint8Array([0xff, 0xfe, 0x61, 0x00]), 'utf-16le'],
    [new Uint8Array([0xfe, 0xff, 0x00, 0x61]), 'utf-16be'],
  ])('%j is %s', (bytes, encoding) => {
    expect(guessEncoding(bytes)).toBe(encoding);
  });

  test('the byte order mark is no part of the first name', () => {
    expect(decode(new Uint8Array([0xef, 0xbb, 0xbf, 0x61]), 'utf-8')).toBe('a');
  });
});

describe('the file that is uploaded', () => {
  test('has the chosen names in place of its own, and everything else as it was', () => {
    const text = '\nE-mail;Note\r\nada@example.org;"a;b"\r\n';
    const { first } = readCsv(text, ';');

    expect(withHeader(text, ';', ['email', ''], first)).toBe('email;\r\nada@example.org;"a;b"\r\n');
  });

  test('gets a line of names when it has none', () => {
    expect(withHeader('ada@example.org,Ada\n', ',', ['email', 'first name'], null)).toBe(
      'email,first name\nada@example.org,Ada\n',
    );
  });

  test('has commas between its cells when a name would be taken for several', () => {
    const text = 'a;b\n1,5;"x;y"\r\n\n"l1\nl2";\n"open;1\n2';

    expect(withHeader(text, ';', ['email', 'Garden, "m"'], { from: 0, to: 3 })).toBe(
      'email,"Garden, ""m"""\n"1,5","x;y"\r\n\n"l1\nl2",\n"open;1\n2',
    );
  });
});
