import fc from 'fast-check';
import { expect, test } from 'vitest';
import { processorMs } from '#testing/processor-time';
import { findLinks, rewriteLinks } from './index.ts';

const cases: readonly (readonly [string, string, readonly string[]])[] = [
  ['a link', '<a href="https://a.example/x">x</a>', ['https://a.example/x']],
  ['an area of a map', '<map><area shape=rect href=http://a.example/x></map>', ['http://a.example/x']],
  ['single quotes, capitals and line breaks', "<A\n CLASS='b'\n HREF = 'HTTPS://a.example'>", ['HTTPS://a.example']],
  ['escaped letters', '<a href="https://a.example/?x=1&amp;y=2&#38;z=&#x33;">', ['https://a.example/?x=1&y=2&z=3']],
  ['a parameter that looks like an entity', '<a href="https://a.example/?a=1&lt=2">', ['https://a.example/?a=1&lt=2']],
  ['white space around an address', '<a href="  https://a.example/\n ">', ['https://a.example/']],
  ['a line break inside an address', '<a href="https://a.example/\n x">', ['https://a.example/ x']],
  [
    'the same address twice',
    '<a href="https://a.example"><a href="https://a.example">',
    ['https://a.example', 'https://a.example'],
  ],
  ['the first of two attributes', '<a href="https://a.example" href="https://b.example">', ['https://a.example']],
  ['an empty first attribute', '<a href href="https://b.example">', ['https://b.example']],
  ['attributes without a space between', '<a class="x"href="https://a.example">', ['https://a.example']],
  ['a quote that stands alone', '<p class=x"><a href="https://a.example">', ['https://a.example']],
  ['a conditional comment', '<!--[if mso]><a href="https://a.example"><![endif]-->', ['https://a.example']],
  [
    'what all clients but Outlook show',
    '<!--[if !mso]><!--><a href="https://a.example"><!--<![endif]-->',
    ['https://a.example'],
  ],
  [
    'behind a style',
    '<style>a > b { content: "<a href=https://b.example>" }</style><a href="https://a.example">',
    ['https://a.example'],
  ],
  ['a character that is none', '<a href="https://a.example/&#0;&#xD800;">', ['https://a.example/\uFFFD\uFFFD']],
  [
    'mailto, tel, cid, an anchor and nothing',
    '<a href="mailto:a@b.example"><a href="tel:1"><a href="cid:x"><a href="#x"><a href=""><a>',
    [],
  ],
  [
    'other schemes',
    '<a href="javascript:alert(1)"><a href="ftp://a.example"><a href="data:text/html,x"><a href="//a.example">',
    [],
  ],
  ['a relative address', '<a href="/x"><a href="x.html">', []],
  ['what is no address', '<a href="https://"><a href="https://[x">', []],
  [
    'an element that is not to be tracked',
    '<a data-track="false" href="https://a.example"><a href="https://a.example" data-track=FALSE>',
    [],
  ],
  ['an element that is to be tracked', '<a data-track="true" href="https://a.example">', ['https://a.example']],
  [
    'other elements',
    '<link href="https://a.example"><abbr href="https://a.example"><img src="https://a.example"><article href=https://a.example>',
    [],
  ],
  ['a comment', '<!-- <a href="https://a.example"> -->', []],
  ['a link inside an attribute', '<img alt="<a href=\'https://a.example\'>">', []],
  ['a script', '<script>var x = "<a href=https://a.example>"</script>', []],
  ['a tag that never ends', '<a href="https://a.example"', []],
  ['a value that never ends', '<a href="https://a.example>', []],
  ['a comment that never ends', '<!-- <a href="https://a.example">', []],
  ['an address that is too long', `<a href="https://a.example/${'x'.repeat(8_192)}">`, []],
];

test.each(cases)('links are found: %s (D-661)', (_name, html, urls) => {
  expect(findLinks(html).map(({ url }) => url)).toEqual(urls);
});

test('a found link has its range, and only that range is rewritten', () => {
  const html =
    '<p>1 < 2</p><a class=b href=https://a.example/1 id=c>1</a> <a href=\'https://a.example/2\'>2</a><a href="#">3</a>';

  expect(findLinks(html).map(({ start, end }) => html.slice(start, end))).toEqual([
    'https://a.example/1',
    "'https://a.example/2'",
  ]);
  expect(rewriteLinks(html, (url) => `https://t.example/${url.at(-1)}`)).toBe(
    '<p>1 < 2</p><a class=b href="https://t.example/1" id=c>1</a> <a href="https://t.example/2">2</a><a href="#">3</a>',
  );
  expect(rewriteLinks(html, () => null)).toBe(html);
});

test('any text is read to its end, and rewritten links are found again', () => {
  const piece = fc.constantFrom(
    '<',
    '>',
    '"',
    "'",
    '=',
    ' ',
    '/',
    '<a ',
    'href',
    'href=',
    'https://a.example',
    '<!--',
    '-->',
    '&amp;',
    'x',
    '</a>',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const html = pieces.join('');
      const count = findLinks(html).length;
      const rewritten = rewriteLinks(html, () => 'https://t.example/t');
      expect(findLinks(rewritten).map(({ url }) => url)).toEqual(Array(count).fill('https://t.example/t'));
    }),
    { numRuns: 3_000 },
  );
});

test.each(['<', '<a ', '<a href', '<a href=', '<a href="', '<!--', '<style>', '</', '<a\n', '<a x=y '])(
  'two megabytes of %j are read at once',
  (unit) => {
    const html = unit.repeat(2_097_152 / unit.length);

    expect(processorMs(() => findLinks(html))).toBeLessThan(2_000);
  },
);

test('a mail has a thousand tracked links at most, and later links stay as they are', () => {
  const html = Array.from({ length: 1_200 }, (_, n) => `<a href="https://a.example/${n}">`).join('');

  expect(findLinks(html)).toHaveLength(1_000);
  expect(rewriteLinks(html, () => 'https://t.example')).toContain('<a href="https://a.example/1000">');
});
