import { expect, test } from 'vitest';
import { coloursModule } from './colours.ts';

const css = `:root,
[data-theme="light"] {
  --text: black; /* a comment; with a semicolon */
}

[data-theme="dark"] {
  --text: white;
}

:root,
[data-theme] {
  --edge: var(--text);
}
`;

test('the light theme is the usual one, and the dark one follows the browser', () => {
  expect(coloursModule(css)).toContain(`
:root{--text:black;--edge:var(--text)}
@media (prefers-color-scheme:dark){:root{--text:white}}`);
});

test('a theme that is gone is noticed', () => {
  expect(() => coloursModule(css.replace('dark', 'night'))).toThrow('has no block');
});
