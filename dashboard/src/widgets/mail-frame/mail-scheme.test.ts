import { expect, test } from 'vitest';
import { hasOwnDark, inScheme } from './mail-scheme.ts';

test('rules for dark are switched on in dark and off in light', () => {
  const html =
    '<style>@media (prefers-color-scheme: dark) { p { color: #fff } } @media (Prefers-Color-Scheme:light){}</style>';
  expect(inScheme(html, 'dark')).toBe(
    '<style>@media (min-width: 0) { p { color: #fff } } @media (max-width: 0){}</style>',
  );
  expect(inScheme(html, 'light')).toBe(
    '<style>@media (max-width: 0) { p { color: #fff } } @media (min-width: 0){}</style>',
  );
});

test('a mail that declares both schemes gets the wanted one, another one keeps its own', () => {
  expect(inScheme('<meta name="color-scheme" content="light dark">', 'dark')).toBe(
    '<meta name="color-scheme" content="dark">',
  );
  expect(inScheme('<style>:root { color-scheme: light dark; }</style>', 'light')).toBe(
    '<style>:root { color-scheme: light; }</style>',
  );
  expect(inScheme('<meta name="color-scheme" content="light">', 'dark')).toBe(
    '<meta name="color-scheme" content="light">',
  );
  expect(inScheme('<p>No rules of its own</p>', 'dark')).toBe('<p>No rules of its own</p>');
});

test('only a mail with rules for dark has a dark look of its own', () => {
  expect(hasOwnDark('<style>@media (prefers-color-scheme:dark) {}</style>')).toBe(true);
  expect(hasOwnDark('<p>prefers-color-scheme: dark</p>')).toBe(false);
});
