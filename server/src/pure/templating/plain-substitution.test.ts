import { expect, test } from 'vitest';
import { processorMs } from '#testing/processor-time';
import { plainSubstitution } from './plain-substitution.ts';

const values = { name: '<Ada>', 'first name': 'Ada', a: { b: 1 }, 'x.y': 2, n: 0, nothing: null };

const cases: [source: string, result: string][] = [
  ['{{name}} {{ first   name }} {{a.b}} {{x.y}}', '&lt;Ada&gt; Ada 1 2'],
  ['{{none}}{{none ?? "it\'s"}}{{nothing ?? 5}}{{n ?? 5}}{{none??true}}', 'it&#39;s50true'],
  ['{{constructor}}{{__proto__}}{{name.size}}', '5'],
  [
    '{{ name | upcase }} {% if a %} {{ a["b"] }} {{ x ?? y }} {{- n -}}',
    '{{ name | upcase }} {% if a %} {{ a["b"] }} {{ x ?? y }} {{- n -}}',
  ],
  ['{{{name}}} {{ {{n}} }} {{', '{&lt;Ada&gt;} {{ 0 }} {{'],
];

test.each(cases)('%s becomes %s (D-536)', (source, result) => {
  expect(plainSubstitution(source, values, 'html')).toBe(result);
});

test('in a subject nothing is escaped', () => {
  expect(plainSubstitution('{{name}}', values, 'text')).toBe('<Ada>');
});

test('a literal may hold a line break', () => {
  expect(plainSubstitution('{{none ?? "a\nb"}}', values, 'text')).toBe('a\nb');
});

test.each([
  ['{{'.repeat(250_000)],
  [`{{${'a '.repeat(250_000)}`],
  [`{{a ?? "${'x'.repeat(500_000)}`],
  ['{{a ??    '.repeat(50_000)],
  ['{{a ?? "'.repeat(60_000)],
])('half a megabyte of unclosed outputs is processed without delay', (source) => {
  expect(processorMs(() => plainSubstitution(source, values, 'html'))).toBeLessThan(2_000);
});
