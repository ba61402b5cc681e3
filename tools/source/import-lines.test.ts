import { expect, test } from 'vitest';
import { importLines } from './import-lines.ts';
import { mask } from './mask.ts';

const namesIn = (text: string): string[] => importLines(text, mask(text)).map((line) => line.specifier);

test.each([
  [`import { a } from 'x';`, ['x']],
  [`import a, { type B } from "x";`, ['x']],
  [`import * as a from 'x';`, ['x']],
  [`import {\n  a,\n  b as c,\n} from 'x';`, ['x']],
  [`import type { A } from 'x'; export type { B } from 'y';`, ['x', 'y']],
  [`import 'x';`, ['x']],
  [`export { a } from 'x'; export * from 'y'; export * as z from 'z';`, ['x', 'y', 'z']],
  [`const a = await import('x');`, ['x']],
  ['const a = await import(`x`);', ['x']],
  [`import{a}from'x'`, ['x']],
  [`#!/usr/bin/env it's\nimport 'x';`, ['x']],
  [`/* import 'x' */ // import 'y'`, []],
  [`const a = "import 'x'";`, []],
  [`const a = \`\${b} import 'x' \${import('y')}\`;`, ['y']],
  [`const quote = /['"\`]/; import 'x';`, ['x']],
  [`const half = a / b; import 'x'; const c = d / e;`, ['x']],
  [`const url = 'https://x'; import 'y';`, ['y']],
  [`const a = \`\${{ b: '}' }} // \`; import 'y';`, ['y']],
  [`reimport('x'); a.import('y'); import.meta.url;`, []],
  [`export const from = 'x';`, []],
])('the modules named in %j are %j', (text, names) => {
  expect(namesIn(text)).toEqual(names);
});
