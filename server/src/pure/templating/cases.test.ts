import { describe, expect, test } from 'vitest';
import { readTemplate } from './read-template.ts';
import { render } from './render.ts';
import type { RenderSettings } from './run.ts';
import { buildScope } from './scope.ts';

const settings: RenderSettings = { mode: 'html', now: new Date('2026-03-01T09:30:00.000Z'), locale: 'en' };
const body = (source: string, values: object = {}) => render(source, values, settings).text;
const subject = (source: string, values: object = {}) => render(source, values, { ...settings, mode: 'text' }).text;

type Case = [source: string, values: object, result: string];

/** The table of docs/contract/04, 2.9. Those below prove names (D-520 to D-522), fallbacks (D-523), printing (D-525, D-526) and conditions (D-529, D-530). */
const everyBuildPasses: Case[] = [
  ['{{name}}', {}, ''],
  ['{{name ?? "x"}}', { name: null }, 'x'],
  ['{{name??"x"}}', { name: null }, 'x'],
  ['{{n ?? 5}}', { n: 0 }, '0'],
  ['{{ok ?? true}}', { ok: false }, 'false'],
  ['{{first name}}', { 'first name': 'Ada' }, 'Ada'],
  ['{{data["first name"] | upcase}}', { data: { 'first name': 'Ada' } }, 'ADA'],
  ['{{first name ?? "there" | upcase}}', {}, 'THERE'],
  ['{{profile.tier}}', { profile: { tier: 'gold' } }, 'gold'],
  ['{{profile.tier.x}}', { profile: { tier: 'gold' } }, ''],
  ['{{name}}', { name: '<b>' }, '&lt;b&gt;'],
  ['{{name | raw}}', { name: '<b>' }, '<b>'],
  ['{% if n %}a{% endif %}', { n: 0 }, 'a'],
  ['{% for t in tags %}{{t}};{% endfor %}', { tags: ['a', 'b'] }, 'a;b;'],
  ['{{tags}}', { tags: ['a', 'b'] }, 'a, b'],
  ['{{x ?? there}}', {}, ''],
  ['{% if a %} never closed', {}, '{% if a %} never closed'],
  ['{{constructor}}{{name.__proto__}}', { name: 'Ada' }, ''],
];

test.each(everyBuildPasses)('%s with %j', (source, values, result) => {
  expect(body(source, values)).toBe(result);
});

test('a subject is not escaped', () => {
  expect(subject('{{name}}', { name: '<b>' })).toBe('<b>');
});

test("the address is the contact's own, whatever the request contains", () => {
  const contact = { id: '1', email: 'ada@example.com', data: { email: 'stored@example.org' } };
  const links = { unsubscribeUrl: 'u', subscribeUrl: 's', manageUrl: 'm' };
  const scope = buildScope({ contact, links, once: { email: 'x@example.org' }, language: 'en' });

  expect(body('{{email}} {{postrider_email}} {{id}} {{postrider_id}}', scope)).toBe(
    'ada@example.com ada@example.com 1 1',
  );
});

test.each(['{{x ?? there}}', '{% if a %}'])('%s is refused when saving', (source) => {
  expect(readTemplate(source, 'saving').errors).toHaveLength(1);
});

const names: Case[] = [
  ['{{ first   name }}', { 'first name': 'Ada' }, 'Ada'],
  ['{{first\nname}}', { 'first name': 'Ada' }, 'Ada'],
  ['{{address line 2}}', { 'address line 2': 'c/o' }, 'c/o'],
  ['{{billing address.city}}', { 'billing address': { city: 'Bonn' } }, 'Bonn'],
  ['{{Name}}', { name: 'Ada' }, ''],
  ['{{größe}}', { größe: 3 }, '3'],
  ['{{first-name}}', { 'first-name': 'Ada' }, 'Ada'],
  ['{{a.b}}', { 'a.b': 1, a: { b: 2 } }, '1'],
  ['{{a.b}}', { a: { b: 2 } }, '2'],
  ['{{a.b.c}}', { 'a.b.c': 1, a: { b: { c: 2 } } }, '1'],
  ['{{data.a.b}}', { data: { 'a.b': 1, a: { b: 2 } } }, '1'],
  ['{{a["b"]}}', { 'a.b': 1, a: { b: 2 } }, '2'],
  ['{{a["b.c"]}}', { a: { 'b.c': 2 } }, '2'],
  ['{{items[0].title}}', { items: [{ title: 'x' }] }, 'x'],
  ['{{items[-1]}}', { items: [1, 2] }, '2'],
  ['{{items[n]}}', { items: [1, 2], n: 1 }, '2'],
  ['{{items.size}} {{items.first}} {{items.last}}', { items: [1, 2] }, '2 1 2'],
  ['{{items.length}}{{name.length}}{{items.push}}', { items: [1], name: 'x' }, ''],
  ['{{name.size}}', { name: 'Zoë😀' }, '4'],
  ['{{a.size}}', { a: { size: 'L' } }, 'L'],
  ['{{a or b}}', { 'a or b': 'x', a: false, b: true }, 'true'],
  ['{% if data["first name"] == "Ada" %}yes{% endif %}', { data: { 'first name': 'Ada' } }, 'yes'],
  ['{{true story}}', { 'true story': 'yes' }, 'yes'],
  ['{{true}} {{nil}}', {}, 'true '],
  ['{{ toString }}{{ hasOwnProperty }}', {}, ''],
];

const fallbacks: Case[] = [
  ['{{ nick ?? first name ?? "you" }}', { 'first name': 'Ada' }, 'Ada'],
  ['{{ nick ?? first name ?? "you" }}', {}, 'you'],
  ['{{ name ?? "friend" | capitalize }}', {}, 'Friend'],
  ["{{ a ?? 'it\"s' }}", {}, 'it&quot;s'],
  ['{{ a ?? "" }}|{{ b ?? "x" }}', { b: '' }, '|'],
  ['{{ list ?? "x" }}', { list: [] }, ''],
  ['{{ a ?? -1.5 }}', {}, '-1.5'],
  ['{% assign x = a ?? "b" %}{{x}}', {}, 'b'],
  ['{% if a ?? "x" == "x" %}yes{% endif %}', {}, 'yes'],
  ['{% for i in list ?? other %}{{i}}{% endfor %}', { other: [1, 2] }, '12'],
  ['{% case a ?? 1 %}{% when 1 %}one{% endcase %}', {}, 'one'],
  ['{{ "a" | append: b ?? "c" }}', {}, 'ac'],
];

const printing: Case[] = [
  ['{{n}}', { n: 1e21 }, '1000000000000000000000'],
  ['{{n}}', { n: 1.5e-7 }, '0.00000015'],
  ['{{n}}', { n: -0 }, '0'],
  ['{{n}}', { n: 12345.678 }, '12345.678'],
  ['{{b}}', { b: false }, 'false'],
  ['{{l}}', { l: [1, [2, 3], null, 'x'] }, '1, 2, 3, , x'],
  ['{{o}}', { o: { a: 1 } }, '{&quot;a&quot;:1}'],
  ['{{o | raw}}', { o: { a: [1] } }, '{"a":[1]}'],
  ['{{l | raw}}', { l: ['<i>', 2] }, '<i>, 2'],
  ['{{x}}', { x: `&<>"'` }, '&amp;&lt;&gt;&quot;&#39;'],
  ['{{x | raw | upcase}}', { x: '<b>' }, '<B>'],
  ['{% cycle x, "b" %}', { x: '<' }, '&lt;'],
];

const control: Case[] = [
  ['{% if a %}1{% elsif b %}2{% else %}3{% endif %}', { b: true }, '2'],
  ['{% unless a %}1{% else %}2{% endunless %}', { a: false }, '1'],
  ['{% case n %}{% when 1, 2 %}low{% when 3 or 4 %}mid{% else %}high{% endcase %}', { n: 4 }, 'mid'],
  ['{% case n %}{% when 1 %}number{% when "1" %}text{% endcase %}', { n: '1' }, 'text'],
  ['{% for i in (1..5) %}{{i}}{% endfor %}', {}, '12345'],
  ['{% for i in (a..b) %}{{i}}{% endfor %}', { a: 2, b: '4' }, '234'],
  ['{% for i in (5..1) %}{{i}}{% else %}none{% endfor %}', {}, 'none'],
  ['{% for i in list limit: 2 offset: 1 %}{{i}}{% endfor %}', { list: [1, 2, 3, 4] }, '23'],
  ['{% for i in list reversed, limit: "2" %}{{i}}{% endfor %}', { list: [1, 2, 3, 4] }, '21'],
  ['{% for p in o %}{{p[0]}}={{p[1]}};{% endfor %}', { o: { a: 1, b: 2 } }, 'a=1;b=2;'],
  ['{% for i in nothing %}x{% else %}empty{% endfor %}', {}, 'empty'],
  [
    '{% for i in l %}{{forloop.index}}{{forloop.index0}}{{forloop.first}}{{forloop.last}}{{forloop.length}} {% endfor %}',
    { l: [7, 8] },
    '10truefalse2 21falsetrue2 ',
  ],
  [
    '{% for i in (1..9) %}{% if i == 3 %}{% break %}{% endif %}{% if i == 1 %}{% continue %}{% endif %}{{i}}{% endfor %}',
    {},
    '2',
  ],
  ['{% assign a = 5 | plus: 1 %}{{a}}', { a: 1 }, '6'],
  ['{% assign a = "q" %}{{a.b}}', { 'a.b': 1 }, ''],
  ['{% assign email = "mine" %}{{email}}', { email: 'theirs' }, 'mine'],
  ['{% capture x %}<i>{{n}}</i>{% endcapture %}{{x | raw}}', { n: '&' }, '<i>&amp;</i>'],
  ['{% capture x %}<i>{% endcapture %}{{x}}', {}, '&lt;i&gt;'],
  ['{% for i in (1..3) %}{% cycle "a", "b" %}{% endfor %}', {}, 'aba'],
  ['{% for i in (1..2) %}{% cycle "g": 1, 2 %}{% cycle "h": 1, 2 %}{% endfor %}', {}, '1122'],
  ['a{% comment %}{{ never {% read %} {% endcomment %}b', {}, 'ab'],
  ['{% raw %}{{ name }} {% if %}{% endraw %}', {}, '{{ name }} {% if %}'],
  ['a {{- x -}} b {%- if true %} c {% endif -%} d', { x: 1 }, 'a1b c d'],
  ['{ {{x}} } }} %}', { x: 1 }, '{ 1 } }} %}'],
];

const conditions: Case[] = [
  ['{{ a == "5" }}', { a: 5 }, 'false'],
  ['{{ a == 5 }}{{ a != 5 }}', { a: 5 }, 'truefalse'],
  ['{{ a < b }}', { a: '9', b: '10' }, 'true'],
  ['{{ a < b }}', { a: '2026-01-02', b: '2026-01-10' }, 'true'],
  ['{{ a < b }}{{ a > b }}{{ a <= b }}{{ a >= b }}', { a: 'x', b: 5 }, 'falsefalsefalsefalse'],
  ['{{ a < 1 }}', {}, 'false'],
  [
    '{{ t contains "b" }}{{ l contains 2 }}{{ l contains "2" }}{{ n contains 1 }}',
    { t: 'abc', l: [1, 2], n: 12 },
    'truetruefalsefalse',
  ],
  ['{{ a == nil }}{{ a == b }}', {}, 'truetrue'],
  [
    '{{ a == empty }}{{ b == empty }}{{ c == empty }}{{ d == empty }}',
    { a: '', b: [], c: {}, d: 0 },
    'truetruetruefalse',
  ],
  ['{{ a == blank }}{{ b != blank }}{{ c == blank }}', { a: '  ', b: 'x' }, 'truetruetrue'],
  ['{{ l == m }}', { l: [1, { a: 2 }], m: [1, { a: 2 }] }, 'true'],
  ['{% if true or false and false %}yes{% endif %}', {}, 'yes'],
  ['{% if false and true or true %}yes{% else %}no{% endif %}', {}, 'no'],
  ['{% if not a and b %}yes{% endif %}', { b: 1 }, 'yes'],
  ['{% if not a == 1 %}yes{% endif %}', { a: 2 }, 'yes'],
  ['{% if "" and 0 and l %}true{% endif %}', { l: [] }, 'true'],
];

describe.each([
  ['names', names],
  ['fallbacks', fallbacks],
  ['printing', printing],
  ['tags', control],
  ['conditions', conditions],
])('%s', (_what, cases) => {
  test.each(cases)('%s with %j', (source, values, result) => {
    expect(body(source, values)).toBe(result);
    expect(readTemplate(source, 'saving').errors.filter(({ message }) => !message.includes('??'))).toEqual([]);
  });
});
