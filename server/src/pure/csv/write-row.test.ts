import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRows } from './read-rows.ts';
import { writeRow } from './write-row.ts';

test.each([
  [['a', 'b'], 'a,b\r\n'],
  [['a,b', 'say "hi"', 'c\nd'], '"a,b","say ""hi""","c\nd"\r\n'],
  [['=1+1', '+1', '-1', '@x', '\tx', '\rx'], `'=1+1,'+1,'-1,'@x,'\tx,"'\rx"\r\n`],
  [[' a '], '" a "\r\n'],
  [['', ''], ',\r\n'],
])('writes %j', (cells, line) => {
  expect(writeRow(cells)).toBe(line);
});

test('a written row is read back unchanged, and no cell starts a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 2 }), (cells) => {
      const limits = { delimiter: ',', rows: 9, cells: 999, characters: Infinity } as const;
      const { rows } = readRows(writeRow(cells), { index: 0, line: 1 }, limits);
      const harmless = cells.map((cell) => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell));
      expect(rows.map((row) => row.cells)).toEqual([harmless]);
    }),
  );
});
