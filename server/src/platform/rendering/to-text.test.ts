import { expect, test } from 'vitest';
import { processorMs } from '#testing/processor-time';
import { toText } from './to-text.ts';

test.each([
  ['entities and paragraphs', '<h1>A &amp; B</h1><p>one</p>\n\n<p> two </p>', 'A & B\n\none\n\ntwo'],
  ['line breaks', '<p>one<br>two<br><br>three</p>', 'one\ntwo\n\nthree'],
  ['no text of heads and styles', '<head><title>t</title><style>p{}</style></head><body><p>x</p></body>', 'x'],
  [
    'lists inside of lists',
    '<ul><li>a<ol start="3"><li>b</li><li>c</li></ol></li><li>d</li></ul>',
    '* a\n  3. b\n  4. c\n* d',
  ],
  ['rows of a table', '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc'],
  [
    'a link with another text',
    'See <a href="https://x.example/?a=1&amp;b=2">the page</a>.',
    'See the page (https://x.example/?a=1&b=2).',
  ],
  ['a link whose text is its address', '<a href="https://x.example">https://x.example</a>', 'https://x.example'],
  ['a link around an image', '<a href="https://x.example"><img alt="y"></a>', 'https://x.example'],
  ['an address of mail', '<a href="mailto:ada@example.com">write</a>', 'write (ada@example.com)'],
  ['an anchor', '<a href="#top">up</a>', 'up'],
  ['quotes', '<p>x</p><blockquote><p>y</p></blockquote>z', 'x\n\n> y\n\nz'],
  ['preformatted text', '<pre>a\n  b</pre>', 'a\n  b'],
  ['a separator', 'a<hr>b', `a\n${'-'.repeat(40)}\nb`],
  ['what is left open or closed twice', '<p>a<b>b</p></p></i>c', 'ab\n\nc'],
])('%s', (_name, html, text) => {
  expect(toText(html)).toBe(text);
});

test('lines are broken between words at 80 characters, and a long word stays whole', () => {
  const lines = toText(`<p>${'word '.repeat(40)}</p><p>a ${'x'.repeat(100)} b</p>`).split('\n');

  expect(lines.map(({ length }) => length)).toEqual([79, 79, 39, 0, 1, 100, 1]);
});

test.each([
  ['open elements', '<b>'],
  ['closing tags of many open elements', '<i>', '</u>'],
  ['angle brackets', '<'],
  ['list items', '<li>x'],
  ['quotes', '<blockquote><p>x'],
  ['half entities', '&a'],
  ['white space', ' \n'],
])('as much as is read in place takes milliseconds, whatever it is: %s', (_name, piece, more = piece) => {
  const html = piece.repeat(8_192 / piece.length) + more.repeat(8_192 / more.length);
  const times = Array.from({ length: 5 }, () => processorMs(() => toText(html)));

  expect(Math.min(...times)).toBeLessThan(50);
});
