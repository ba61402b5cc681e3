import { expect, test } from 'vitest';
import { processorMs } from '#testing/processor-time';
import { positionsAt } from './positions-at.ts';
import { readTemplate } from './read-template.ts';

const neededIn = (source: string) => {
  const { needed, errors } = readTemplate(source, 'saving');
  expect(errors).toEqual([]);
  return needed;
};

const cases: readonly (readonly [what: string, source: string, paths: readonly string[]])[] = [
  ['a name', '{{ name }}', ['name']],
  ['a name with spaces', '{{first   name}}', ['first name']],
  ['a nested path', '{{ company.city }}', ['company.city']],
  ['filters that give no fallback', '{{ name | upcase | truncate: 5 }}', ['name']],
  ['a name that is printed without escaping', '{{ name | raw }}', ['name']],
  ['a text without outputs', 'Hello', []],
  ['a fallback', '{{ name ?? "there" }}', []],
  ['a chain of fallbacks', '{{ nick ?? name ?? "there" }}', []],
  ['a default', '{{ name | default: "there" }}', []],
  ['a default behind another filter', '{{ name | upcase | default: "THERE" }}', []],
  ['a literal', '{{ "name" }}{{ 5 }}{{ true }}{{ nil }}', []],
  ['a comparison, which always prints something', '{{ a == b }}{{ a and b }}', []],
  ['what a filter is given', '{{ "Hello " | append: name }}', []],
  ['a name that is tested', '{% if name %}{{ name }}{% endif %}', []],
  ['a name that is tested, in a comparison', '{% if a == "x" and name != nil %}{{ name }}{% endif %}', []],
  ['a name with spaces that is tested', '{% if data["first name"] %}{{ first name }}{% endif %}', []],
  ['a test by another way to write it', '{% if company["city"] %}{{ data.company.city }}{% endif %}', []],
  ['the other branch of a test', '{% if name %}x{% else %}{{ name }}{% endif %}', []],
  ['a test by elsif', '{% if a %}x{% elsif name %}{{ name }}{% endif %}', []],
  ['a branch before the test', '{% if a %}{{ name }}{% elsif name %}x{% endif %}', ['name']],
  ['unless', '{% unless name == blank %}{{ name }}{% endunless %}', []],
  ['case', '{% case plan %}{% when "pro" %}{{ plan }}{% endcase %}', []],
  ['when', '{% case plan %}{% when best %}{{ best }}{% endcase %}', []],
  ['a test further out', '{% if name %}{% for x in list %}{% if a %}{{ name }}{% endif %}{% endfor %}{% endif %}', []],
  ['a test of something else', '{% if vip %}{{ name }}{% endif %}', ['name']],
  ['a test of what it is part of', '{% if company %}{{ company.city }}{% endif %}', ['company.city']],
  ['a test that has ended', '{% if name %}x{% endif %}{{ name }}', ['name']],
  ['a loop variable', '{% for item in items %}{{ item }}{{ item.title }}{{ forloop.index }}{% endfor %}', []],
  ['another name in a loop', '{% for item in items %}{{ shop }}{% endfor %}', ['shop']],
  ['the list of a loop is no test', '{% for item in items %}{{ items }}{% endfor %}', ['items']],
  ['a loop variable after its loop', '{% for item in items %}{% endfor %}{{ item }}', ['item']],
  ['forloop outside of a loop', '{{ forloop.index }}', ['forloop.index']],
  ['what the text sets', '{% assign a = b %}{{ a }}{% capture c %}x{% endcapture %}{{ c.size }}', []],
  ['an output in a capture', '{% capture c %}{{ name }}{% endcapture %}', ['name']],
  ['one path, written in several ways', '{{ a.b }}{{ data.a.b }}{{ data["a"].b }}{{ a["b"] }}', ['a.b']],
  ['an index', '{{ items[0].title }}{{ items[-1] }}', ['items.0.title', 'items.-1']],
  ['a computed key', '{{ list[key].x }}', ['list[["key"]]["x"]']],
  [
    'the fields email and locale, which are not the names',
    '{{ data.email }}{{ data["locale"] }}',
    ['data.email', 'data.locale'],
  ],
  ['a test of the address does not test the field', '{% if email %}{{ data.email }}{% endif %}', ['data.email']],
  ['raw and comments', '{% raw %}{{ a }}{% endraw %}{% comment %}{{ b }}{% endcomment %}', []],
];

test.each(cases)('needed outputs: %s', (_what, source, paths) => {
  expect(neededIn(source).map(({ path }) => path)).toEqual(paths);
});

test('a needed output has the place of its first appearance, and its path in parts', () => {
  const source = 'Ünï😀\n<p>Hello {{ first name }} {{ data["first name"] }}\n{{- items[0]["a b"].size }}';
  const needed = neededIn(source);

  expect(needed.map(({ chain, keys }) => ({ chain, keys }))).toEqual([
    { chain: 'first name', keys: [] },
    { chain: 'items', keys: [0, 'a b', 'size'] },
  ]);
  expect(
    positionsAt(
      source,
      needed.map(({ at }) => at),
    ),
  ).toEqual([
    { line: 2, column: 10 },
    { line: 3, column: 1 },
  ]);
});

test('positions are given in the order that was asked for, up to the end of the text', () => {
  expect(positionsAt('a😀b\r\nc', [6, 0, 3, 3, 99])).toEqual([
    { line: 2, column: 1 },
    { line: 1, column: 1 },
    { line: 1, column: 3 },
    { line: 1, column: 3 },
    { line: 2, column: 2 },
  ]);
});

test('the positions of a thousand places in half a megabyte on one line are found at once', () => {
  const source = 'x'.repeat(512 * 1024);
  const places = Array.from({ length: 1_000 }, (_, index) => 500 * index);

  expect(processorMs(() => positionsAt(source, places))).toBeLessThan(500);
});
