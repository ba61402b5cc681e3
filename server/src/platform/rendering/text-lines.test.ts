import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TextLines } from './text-lines.ts';

const word = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'é', '.', '\u00a0'), minLength: 1, maxLength: 12 }),
  fc.constantFrom('x'.repeat(78), 'x'.repeat(79), 'x'.repeat(80), 'x'.repeat(200)),
);
const gap = fc.constantFrom(' ', ' ', ' ', '  ', '\n', '\t\r\n ');
const text = fc.array(fc.tuple(word, gap), { maxLength: 60 }).map((pairs) => pairs.flat().join(''));

function written(pieces: readonly string[]): string {
  const lines = new TextLines();
  for (const piece of pieces) lines.write(piece);
  return lines.toString();
}

/** Word by word, as the rule says: a word goes to the next line when it would end behind column 80. */
function brokenByWord(whole: string): string {
  const lines: string[] = [];
  for (const one of whole.split(/[ \t\r\n\f]+/).filter((part) => part !== '')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + one.length > 80) lines.push(one);
    else lines[lines.length - 1] = `${last} ${one}`;
  }
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
}

test('a text is broken as if it were written word by word, whether it comes whole or in pieces', () => {
  fc.assert(
    fc.property(text, fc.nat({ max: 400 }), (whole, cut) => {
      expect(written([whole])).toBe(brokenByWord(whole));
      // Why at a space: of a word in two pieces the first decides where it stands.
      const at = whole.indexOf(' ', cut);
      expect(written([whole.slice(0, Math.max(0, at)), whole.slice(Math.max(0, at))])).toBe(written([whole]));
    }),
    { numRuns: 1_000 },
  );
});
