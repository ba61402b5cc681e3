import { expect, test } from 'vitest';
import { processorMs } from '#testing/processor-time';
import { compile, render } from './render.ts';

const settings = { mode: 'html', now: new Date('2026-03-01T09:30:00.000Z'), locale: 'en' } as const;
const canary = 'canary-7f3a91';
const values = { name: 'Ada', list: [1, 2, 3], profile: { tier: 'gold' }, long: 'x'.repeat(60_000), text: 'a,b' };

/** T11: attempts to reach what a template must not see. None may print it or change anything. */
const reaching = [
  '{{ constructor }}{{ __proto__ }}{{ prototype }}{{ this }}{{ self }}{{ globalThis.CANARY }}{{ CANARY }}{{ process.env.PATH }}{{ env }}',
  '{{ name.constructor.constructor }}{{ name.__proto__.constructor }}{{ list.constructor }}{{ list["constructor"] }}',
  '{{ profile["__proto__"]["polluted"] }}{{ profile.__defineGetter__ }}{{ profile.toString }}{{ profile.valueOf }}',
  '{% assign key = "__proto__" %}{{ profile[key] }}{{ profile[key].constructor }}',
  '{% assign __proto__ = "polluted" %}{% assign constructor = list %}{{ profile.polluted }}',
  '{% capture __proto__ %}polluted{% endcapture %}{% for constructor in list %}{% endfor %}',
  '{% for __proto__ in list %}{{ forloop.constructor }}{{ forloop.__proto__ }}{{ forloop["constructor"] }}{{ forloop.next }}{% endfor %}',
  '{% for x in list %}{{ forloop.valueOf }}{{ forloop.i }}{{ forloop.name }}{% endfor %}',
  '{{ list | map: "constructor" }}{{ list | map: "__proto__" }}{{ list | where: "__proto__" }}{{ list | sort: "constructor" }}',
  '{{ profile | json | raw }}{{ "__proto__" | split: "" | join: "" }}',
  '{{ empty.constructor }}{{ blank.__proto__ }}{{ nil.equals }}{{ empty["equals"] }}',
  '{{ "x".constructor }}{{ 5.constructor }}',
  '{% cycle "__proto__", "constructor" %}{% cycle name: __proto__ %}',
  '{% case constructor %}{% when __proto__ %}same{% endcase %}',
  '{{ profile | default: constructor }}{{ x ?? constructor ?? "" }}',
];

/** Refused by the reader, so substituted plainly when sending. */
const refused = [
  `{% include "/etc/passwd" %}{% render "x" %}{% layout "x" %}{% block a %}{% endblock %}`,
  '{% liquid echo name %}{% echo name %}{% increment n %}{% decrement n %}{% tablerow a in list %}{% endtablerow %}',
  '{% constructor %}{% __proto__ %}{% toString %}',
  '{% text 0 %}{% step %}',
  '{{ name | where_exp: "item", "item.constructor" }}{{ name | __proto__ }}{{ name | constructor }}{{ name | toString }}',
  '{{ 1 | range: 999999999 }}{{ 5 | count }}',
  '{{ "a" | inspect }}{{ list | find_exp: "x", "x" }}{{ list | group_by_exp: "x", "x" }}{{ list | sample }}{{ list | push: 1 }}',
];

test.each([...reaching, ...refused])('%s reaches nothing', (source) => {
  const before = [Object.getOwnPropertyNames(Object.prototype), Object.getOwnPropertyNames(Array.prototype)];
  Reflect.set(globalThis, 'CANARY', canary);
  const { text } = render(source, structuredClone(values), settings);
  Reflect.deleteProperty(globalThis, 'CANARY');

  for (const word of [canary, 'native code', 'function', '[object', 'polluted,']) expect(text).not.toContain(word);
  expect([Object.getOwnPropertyNames(Object.prototype), Object.getOwnPropertyNames(Array.prototype)]).toEqual(before);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

/** T12: each is ended by a counted limit, not by time. */
const expensive: [name: string, source: string][] = [
  ['one long loop', '{% for i in (1..1000000000) %}x{% endfor %}'],
  ['a range beyond all numbers', '{% for i in (1..99999999999999999999) %}x{% endfor %}'],
  [
    'nested loops',
    '{% for a in (1..1000) %}{% for b in (1..1000) %}{% for c in (1..1000) %}{% endfor %}{% endfor %}{% endfor %}',
  ],
  ['empty rounds', '{% for a in (1..150000) %}{% endfor %}{% for a in (1..150000) %}{% endfor %}'],
  ['text that doubles by append', `{% assign a = long %}${'{% assign a = a | append: a %}'.repeat(40)}{{ a }}`],
  [
    'text that doubles by capture',
    `{% capture a %}${'x'.repeat(1000)}{% endcapture %}${'{% capture a %}{{a}}{{a}}{% endcapture %}'.repeat(40)}{{a}}`,
  ],
  [
    'text that grows by replace',
    `{% assign a = long %}${'{% assign a = a | replace: "x", "xxxxxxxxxx" %}'.repeat(9)}{{ a }}`,
  ],
  ['long text in many rounds', '{% for i in (1..1000) %}{{ long }}{% endfor %}'],
  ['literal text in many rounds', `{% for i in (1..100000) %}${'x'.repeat(1000)}{% endfor %}`],
  [
    'a list that doubles',
    `{% assign a = long | split: "" %}${'{% assign a = a | concat: a %}'.repeat(40)}{{ a | size }}`,
  ],
  [
    'sorting again and again',
    '{% assign a = long | split: "" %}{% for i in (1..100000) %}{% assign b = a | sort %}{% endfor %}',
  ],
  ['searching again and again', '{% for i in (1..190000) %}{% if long contains "y" %}{% endif %}{% endfor %}'],
  ['a wide date', `{% for i in (1..150000) %}{{ "now" | date: "%999999999Y" }}{% endfor %}`],
  ['joins', '{% assign a = long | split: "" %}{% for i in (1..100000) %}{% assign b = a | join: "," %}{% endfor %}'],
];

test.each(expensive)('%s is stopped by a limit and substituted plainly', (_name, source) => {
  const { text, warning } = render(source, values, settings);

  expect(warning?.code).toBe('render_limit');
  expect(text).toContain('{%');
});

test('a text that is too large even when substituted plainly is null', () => {
  const source = `{% if %}${'{{long}}'.repeat(100)}`;
  expect(render(source, values, settings)).toMatchObject({ text: null, warning: { code: 'template_syntax' } });
});

test('half a megabyte of nonsense is read in well under a second', () => {
  const size = 512 * 1024 - 64;
  const pieces = [
    '{{',
    '{%',
    '{{a',
    '{{ a | upcase ',
    '{% if a %}',
    "{{ ' ",
    '{{ a.',
    '{{ a[',
    '{{ a ?? ',
    '{% raw %}',
    '{% comment %} {% end',
    '{{ a or ',
  ];
  for (const piece of pieces) {
    const source = piece.repeat(Math.floor(size / piece.length));
    expect(
      processorMs(() => compile(source)),
      piece,
    ).toBeLessThan(1_000);
  }
});
