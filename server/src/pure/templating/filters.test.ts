import { expect, test } from 'vitest';
import { filterNames } from './filter-names.ts';
import { filters } from './filters.ts';
import { compile, render } from './render.ts';

const settings = { mode: 'text', now: new Date('2026-03-01T09:30:00.000Z'), locale: 'en' } as const;
const text = (source: string, values: object = {}) => render(source, values, settings).text;

const cases: [source: string, result: string, values?: object][] = [
  ['{{ "a" | append: "b" | prepend: "c" }}', 'cab'],
  ['{{ "äb" | upcase }}{{ "ÄB" | downcase }}{{ "hELLO wORLD" | capitalize }}', 'ÄBäbHello world'],
  ['[{{ " a " | strip }}{{ " a " | lstrip }}{{ " a " | rstrip }}]', '[aa  a]'],
  ['{{ x | strip_html }}', 'Hi there & you', { x: '<p>Hi <b>there</b><!-- <i> --><style>p>a</style> & you</p>' }],
  ['{{ x | strip_html }}', 'a < b', { x: 'a < b' }],
  ['{{ x | strip_newlines }}|{{ x | newline_to_br }}', 'ab|a<br />\nb', { x: 'a\r\nb' }],
  ['{{ "a.b.c" | replace: ".", "$&" }} {{ "a.b.c" | replace_first: ".", "-" }}', 'a$&b$&c a-b.c'],
  ['{{ "a.b.c" | remove: "." }} {{ "a.b.c" | remove_first: "." }}', 'abc ab.c'],
  ['{{ "a,b" | split: "," | join: "+" }}', 'a+b'],
  ['{{ "hello" | slice: 1, 3 }} {{ "hello" | slice: -3, 2 }} {{ "hello" | slice: 1 }}', 'ell ll e'],
  ['{{ l | slice: 1, 2 }}', '2, 3', { l: [1, 2, 3] }],
  [
    '{{ "hello world" | truncate: 8 }} {{ "hello" | truncate: 9 }} {{ "hello" | truncate: 3, "" }}',
    'hello... hello hel',
  ],
  ['{{ "one two three" | truncatewords: 2 }}', 'one two...'],
  ['{{ "<a>" | escape }} {{ "&lt;<" | escape_once }}', '&lt;a&gt; &lt;&lt;'],
  [
    '{{ "a b&c/ü" | url_encode }} {{ "a+b%26" | url_decode }} {{ "%E0%A4" | url_decode }}',
    'a+b%26c%2F%C3%BC a b& %E0%A4',
  ],
  [
    '{{ 1 | plus: 2 }} {{ 1 | minus: "2" }} {{ 1.1 | times: 3 }} {{ 7 | divided_by: 2 }} {{ 7 | modulo: 4 }}',
    '3 -1 3.3 3.5 3',
  ],
  ['{{ 5 | divided_by: 0 }}{{ 5 | modulo: 0 }}{{ "x" | plus: 1 }}{{ nothing | times: 2 }}', '0010'],
  ['{{ -3 | abs }} {{ 1.2 | ceil }} {{ 1.8 | floor }} {{ 1.005 | round: 2 }} {{ 2.5 | round }}', '3 2 1 1.01 3'],
  ['{{ 3 | at_least: 5 }} {{ 9 | at_most: 5 }}', '5 5'],
  [
    '{{ l | join }} {{ l | first }} {{ l | last }} {{ l | size }} {{ l | reverse }}',
    '3 1 2 3 2 3 2, 1, 3',
    { l: [3, 1, 2] },
  ],
  ['{{ l | sort }}', '2, 10, a, b', { l: ['b', 10, 'a', 2] }],
  [
    '{{ l | sort: "n" | map: "t" }}',
    'x, y',
    {
      l: [
        { n: 2, t: 'y' },
        { n: 1, t: 'x' },
      ],
    },
  ],
  ['{{ l | sort_natural }}', 'a, B, c', { l: ['c', 'B', 'a'] }],
  ['{{ l | uniq }}', '1, 1, a', { l: [1, '1', 'a', 1, 'a'] }],
  [
    '{{ l | where: "ok" | map: "n" }} {{ l | where: "n", 2 | map: "n" }}',
    '1 2',
    {
      l: [
        { n: 1, ok: true },
        { n: 2, ok: false },
      ],
    },
  ],
  ['{{ l | compact | size }} {{ l | concat: m }} {{ l | sum }}', '2 1, , 2, 3 3', { l: [1, null, 2], m: [3] }],
  ['{{ l | sum: "p" }}', '4.5', { l: [{ p: 1.5 }, { p: '3' }, {}] }],
  ['{{ "x" | join: "," }} {{ 5 | sort }} {{ "abc" | first }} {{ nothing | map: "a" }}', 'x 5 abc '],
  [
    '{{ a | default: "x" }}{{ b | default: "x" }}{{ c | default: "x" }}{{ n | default: "x" }}',
    'xxx0',
    { a: false, b: '', n: 0 },
  ],
  ['{{ o | json }} {{ nothing | json }} {{ t | json }}', '{"a":[1]} null "x"', { o: { a: [1] }, t: 'x' }],
  ['{{ l | map: "__proto__" | join: "," }}{{ l | map: "constructor" | join: "," }}', '', { l: [{}] }],
];

test.each(cases)('%s gives %s (D-533)', (source, result, values = {}) => {
  expect(text(source, values)).toBe(result);
});

test('exactly the described filters exist, and two that authors cannot use', () => {
  expect([...filters.keys()].toSorted()).toEqual([...filterNames, 'count', 'range'].toSorted());
});

test('every filter takes every kind of value and argument without failing', () => {
  const odd = ['', 'text', 0, -1, 1.5, true, false, null, [], [1, 'a', null, {}], { a: 1 }, '2026-03-01', 'now'];
  for (const name of filterNames) {
    const template = compile(`{{ v | ${name} }}{{ v | ${name}: a }}{{ v | ${name}: a, a }}`);
    for (const v of odd) {
      for (const a of odd) {
        const { warning } = render(template, { v, a }, settings);
        expect(warning, `${name} of ${JSON.stringify(v)} with ${JSON.stringify(a)}`).toBeNull();
      }
    }
  }
});
