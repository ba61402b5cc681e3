import { processorMs } from '@postrider/server/testing/processor-time';
import { expect, test } from 'vitest';
import { fixtureTree } from '../testing/fixture-tree.ts';
import { checkPatterns } from './check-patterns.ts';
import { findAmbiguity } from './find-ambiguity.ts';

const isAmbiguous = ({ source, flags }: RegExp): boolean => findAmbiguity(source, flags) !== null;

test.each([
  /^\s*([^<>]*?)\s*<([^<>]*)>\s*$/,
  /^(a+)+$/,
  /^(a*)*b/,
  /^(?:a|a)*b/,
  /^(?:\w|\d)+$/,
  /^.*,.*x$/,
  /^a*a*$/,
  /^a*(?:b?a*)c/,
  /^(?:[a-z]+\.?)+$/,
  /^(?:\s*\w+\s*)*$/,
  /\s+$/,
  /<[^>]*>/,
  /\w+@/,
  /a{1,5000}b/,
  /^(?=\s*\s*$)a/,
])('%s takes more than one pass', (pattern) => {
  expect(isAmbiguous(pattern)).toBe(true);
});

test.each([
  /^[a-z]+$/,
  /^\s*[a-z]+\s*$/,
  /^[\w-]+(?:\.[\w-]+)*$/,
  /"[^"]*"/,
  /"(?:\\.|[^"\\])*"/,
  /\s+/g,
  /^\/(.*)$/s,
  /[\r\n]/,
  /a{1,50}b/,
  /^\d{4}-\d\d-\d\d$/,
  /<[^<>]*>/,
  /\s+$/y,
  /^(?:abc|def)*$/,
])('%s takes one', (pattern) => {
  expect(isAmbiguous(pattern)).toBe(false);
});

/** The longest of a few hostile texts, in milliseconds. */
function cost(pattern: RegExp, length: number): number {
  const texts = ['a', ' ', '<', 'a.', ', '].map((unit) => `${unit.repeat(length / unit.length)}!`);
  return Math.max(...texts.map((text) => processorMs(() => pattern.test(text))));
}

test('accepted patterns are fast on long texts', () => {
  for (const pattern of [/^[\w-]+(?:\.[\w-]+)*$/, /"(?:\\.|[^"\\])*"/, /<[^<>]*>/, /^\s*[a-z]+\s*$/])
    expect(cost(pattern, 200_000)).toBeLessThan(500);
});

test('a pattern of the server is named with its line, unless its text is bounded; a bound that is not needed any more is named too', async () => {
  const root = await fixtureTree({
    'server/src/pure/a/a.ts': `const half = 1 / 2; // not a /\\s+$/ pattern\nexport const a = (text: string) => text.replace(/\\s+$/u, '');\n`,
    'server/src/pure/a/b.ts': `export const b = /^[a-z]+$/;\n`,
    'server/src/pure/a/a.test.ts': `/\\s+$/.test('');\n`,
  });
  const file = 'server/src/pure/a/a.ts';

  expect(await checkPatterns(root, [])).toEqual([
    `${file}:2 /\\s+$/: a search can restart at every position of an unbounded repeat`,
  ]);
  expect(await checkPatterns(root, [{ file, pattern: '\\s+$', bound: 'a line of 80' }])).toEqual([]);
  expect(await checkPatterns(root, [{ file, pattern: 'x', bound: '' }])).toHaveLength(2);
});
