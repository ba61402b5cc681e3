import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { processorMs } from '#testing/processor-time';
import { type Delimiter, firstPosition, readRows } from './read-rows.ts';

const everything = { delimiter: ',' as Delimiter, rows: Infinity, cells: Infinity, characters: Infinity };
const rowsOf = (text: string, delimiter: Delimiter = ',') =>
  readRows(text, firstPosition, { ...everything, delimiter }).rows;
const cellsOf = (text: string, delimiter?: Delimiter) => rowsOf(text, delimiter).map((row) => row.cells);

describe('reading rows (D-229)', () => {
  test.each<[name: string, text: string, rows: string[][]]>([
    [
      'LF',
      'a,b\nc,d\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'CRLF',
      'a,b\r\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'CR',
      'a,b\rc,d\r',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['all three line ends in one file', 'a\nb\r\nc\rd', [['a'], ['b'], ['c'], ['d']]],
    [
      'empty cells',
      ',\n,,',
      [
        ['', ''],
        ['', '', ''],
      ],
    ],
    ['a quoted delimiter', '"a,b",c', [['a,b', 'c']]],
    ['doubled quotes', '"say ""hi""",""""', [['say "hi"', '"']]],
    ['line breaks inside quotes', '"a\r\nb\nc\rd",e', [['a\r\nb\nc\rd', 'e']]],
    ['an empty quoted cell', '"",a', [['', 'a']]],
    ['a quote inside a plain cell', 'a"b",c', [['a"b"', 'c']]],
    ['a space before a quote', ' "a",b', [[' "a"', 'b']]],
    ['text behind a closing quote', '"a"b"c",d', [['ab"c"', 'd']]],
    ['a quote that is never closed', 'a,"b,c\nd', [['a', 'b,c\nd']]],
    ['a doubled quote at the end of an open one', 'a,"b""', [['a', 'b"']]],
    ['blank lines', '\n\na\n\r\n  \n\t\n""\nb\n\n', [['a'], ['b']]],
    ['cells of spaces', ' , \n', [[' ', ' ']]],
    ['NUL and other characters', 'a\0b,ü\u2028é', [['a\0b', 'ü\u2028é']]],
    ['nothing', '', []],
  ])('reads %s', (_name, text, rows) => {
    expect(cellsOf(text)).toEqual(rows);
  });

  test.each<Delimiter>([',', ';', '\t'])('splits at %j alone', (delimiter) => {
    const others = [',', ';', '\t'].filter((other) => other !== delimiter).join('');
    expect(cellsOf(`a${others}${delimiter}b\n`, delimiter)).toEqual([[`a${others}`, 'b']]);
  });

  test('a row has the number of the line on which it starts', () => {
    const text = '\n"a\r\nb"\r\n\r\n"c\nd\re"\nf\r\n';

    expect(rowsOf(text).map((row) => row.line)).toEqual([2, 5, 8]);
  });

  test('only the last row can be open', () => {
    expect(rowsOf('a\n"b\nc').map((row) => row.isOpen)).toEqual([false, true]);
    expect(rowsOf('"').map((row) => row.isOpen)).toEqual([true]);
    expect(rowsOf('"a"').map((row) => row.isOpen)).toEqual([false]);
  });

  test('only the first cells of a wide row are kept, and all are counted', () => {
    const { rows } = readRows('a,b,"c,",d\ne', firstPosition, { ...everything, cells: 2 });

    expect(rows).toMatchObject([
      { cells: ['a', 'b'], width: 4 },
      { cells: ['e'], width: 1 },
    ]);
  });

  test('reading in parts returns the same rows as reading at once', () => {
    const limits = fc.record({ rows: fc.integer({ min: 1, max: 3 }), characters: fc.integer({ min: 1, max: 9 }) });
    fc.assert(
      fc.property(anyText, limits, (text, { rows, characters }) => {
        const pieces = [];
        for (let from = firstPosition; from.index < text.length; ) {
          const piece = readRows(text, from, { ...everything, rows, characters });
          pieces.push(...piece.rows);
          from = piece.next;
        }
        expect(pieces).toEqual(rowsOf(text));
      }),
      { numRuns: 5_000 },
    );
  });

  test('a well-formed file is read as csv-parse reads it', () => {
    fc.assert(
      fc.property(wellFormed, (text) => {
        const options = { record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true, skip_empty_lines: true };
        const theirs: string[][] = parse(text, options);
        const isBlank = (cells: string[]) => cells.length === 1 && cells[0]?.trim() === '';
        expect(cellsOf(text)).toEqual(theirs.filter((cells) => !isBlank(cells)));
      }),
      { numRuns: 5_000 },
    );
  });

  test.each([
    ['one line', `email,${'x'.repeat(5_000_000)}`],
    ['columns', 'a,'.repeat(2_500_000)],
    ['an open quote', `"${'x\n'.repeat(2_500_000)}`],
    ['quotes', '"'.repeat(5_000_000)],
    ['blank lines', '\n'.repeat(5_000_000)],
    ['lines of spaces', ' \n'.repeat(2_500_000)],
  ])('five megabytes of %s are read without delay', (_name, text) => {
    const readAll = (): void => {
      for (let from = firstPosition; from.index < text.length; ) {
        from = readRows(text, from, { delimiter: ',', rows: 500, cells: 200, characters: 131_072 }).next;
      }
    };

    expect(processorMs(readAll)).toBeLessThan(2_000);
  });
});

const anyText = fc
  .array(fc.constantFrom('a', 'ü', ' ', ',', '"', '""', '\n', '\r', '\r\n'), { maxLength: 40 })
  .map((parts) => parts.join(''));

const plainCell = fc.array(fc.constantFrom('a', 'b', ' ', 'ü'), { maxLength: 4 }).map((parts) => parts.join(''));
const quotedCell = fc
  .array(fc.constantFrom('a', ',', '\n', '\r\n', '""', ' '), { maxLength: 5 })
  .map((parts) => `"${parts.join('')}"`);
const wellFormed = fc
  .array(
    fc.tuple(
      fc.array(fc.oneof(plainCell, quotedCell), { minLength: 1, maxLength: 4 }),
      fc.constantFrom('\n', '\r\n', '\r'),
    ),
    { maxLength: 6 },
  )
  .map((lines) => lines.map(([cells, end]) => cells.join(',') + end).join(''));
