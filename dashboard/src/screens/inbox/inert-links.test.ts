import { expect, test } from 'vitest';
import { withInertLinks } from './inert-links.ts';

test.each([
  ['<a href="https://example.com/">x</a>', '<a href="#">x</a>'],
  ["<A class=b HREF='https://example.com/?a>b' target=_blank>x</A>", '<A class=b href="#" data-target=_blank>x</A>'],
  ['<a\nhref=https://example.com/>x</a>', '<a\nhref="#">x</a>'],
  ['<a title="a > b" href="https://example.com/">x</a>', '<a title="a > b" href="#">x</a>'],
  ['<area shape=rect href="/x">', '<area shape=rect href="#">'],
  ['<svg><a xlink:href="https://example.com/">x</a></svg>', '<svg><a href="#">x</a></svg>'],
  ['<base href="https://example.com/"><p>x</p>', '<x-base href="https://example.com/"><p>x</p>'],
])('%s leads nowhere', (html, expected) => {
  expect(withInertLinks(html)).toBe(expected);
});

test('everything else stays as it is, letter by letter', () => {
  const html =
    '<!doctype html><article href="x"><abbr>a</abbr><p data-href="y">1 < 2 & "3"</p><img src=x onerror=1></article>';
  expect(withInertLinks(html)).toBe(html);
});

test('a link that never ends stays as it is', () => {
  const html = '<a "'.repeat(20_000);
  expect(withInertLinks(html)).toBe(html);
});
