import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTemplate } from './read-template.ts';
import { render } from './render.ts';

const settings = { mode: 'html', now: new Date('2026-03-01T09:30:00.000Z'), locale: 'de' } as const;

const word = fc.constantFrom(
  ...'a name list first data["first name"] items[0] profile.tier constructor __proto__ forloop.index true nil empty'.split(
    ' ',
  ),
  'first name',
  '"text"',
  "'q'",
  '5',
  '-1.5',
  '(1..3)',
  'data["x"]',
);
const filter = fc.constantFrom(
  'upcase',
  'default: "x"',
  'nope',
  'date: "%B"',
  'split: ","',
  'sort',
  'raw',
  'plus: 1',
  'json',
  'slice: 1, 2',
  'truncate',
);
const operator = fc.constantFrom('==', '!=', '<', 'contains', 'and', 'or', '??', 'not', '|', '.', ',');
const expression = fc.array(fc.oneof(word, operator, filter), { maxLength: 6 }).map((parts) => parts.join(' '));
const piece = fc.oneof(
  expression.map((text) => `{{ ${text} }}`),
  expression.map((text) => `{% if ${text} %}a{% else %}b{% endif %}`),
  fc.tuple(word, expression).map(([item, text]) => `{% for ${item} in ${text} %}{{ ${item} }}{% endfor %}`),
  expression.map((text) => `{% assign x = ${text} %}`),
  fc.constantFrom(
    '{% endif %}',
    '{% if a %}',
    '{% for i in list %}',
    '{% endfor %}',
    '{%- else -%}',
    '{% case a %}{% when 1 %}',
    '{% endcase %}',
    '{% raw %}',
    '{% endraw %}',
    '{% break %}',
    '{{-',
    '-}}',
    '%}',
    '{{',
    '<p>',
    "'",
    '"',
    '\u2028',
    '😀',
  ),
  fc.string({ maxLength: 8 }),
);
const source = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(''));
const values = fc.dictionary(
  fc.constantFrom('a', 'name', 'list', 'first name', 'profile', 'data', 'items', 'constructor', 'x'),
  fc.jsonValue({ maxDepth: 3 }),
  { maxKeys: 6 },
);

test('no text and no values make a render throw or change a prototype', () => {
  const before = JSON.stringify([
    Object.getOwnPropertyNames(Object.prototype),
    Object.getOwnPropertyNames(Function.prototype),
  ]);
  fc.assert(
    fc.property(source, values, (text, scope) => {
      const rendered = render(text, scope, settings);
      expect(typeof rendered.text).toBe('string');
      expect(rendered.text).not.toContain('native code');
    }),
    { numRuns: 2_000 },
  );
  expect(
    JSON.stringify([Object.getOwnPropertyNames(Object.prototype), Object.getOwnPropertyNames(Function.prototype)]),
  ).toBe(before);
});

test('what is accepted when saving renders without a warning', () => {
  fc.assert(
    fc.property(source, values, (text, scope) => {
      fc.pre(readTemplate(text, 'saving').errors.length === 0);
      expect(render(text, scope, settings).warning).toBeNull();
    }),
    { numRuns: 2_000 },
  );
});

test('the same text and values give the same bytes (D-538)', () => {
  fc.assert(
    fc.property(source, values, (text, scope) => {
      const again = render(text, structuredClone(scope), settings);
      expect(render(text, scope, settings)).toEqual(again);
    }),
    { numRuns: 500 },
  );
});

test('values never become code or markup', () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      const { text } = render(
        '<p>{{ name }}</p>{% if name %}{{ name | upcase }}{% endif %}',
        { name: `${name}<b>{{x}}` },
        settings,
      );
      expect(text?.replace(/^<p>|<\/p>/g, '')).not.toContain('<');
    }),
  );
});

test('texts without outputs and tags are not changed, other braces included', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 60 }).filter((text) => !/\{[{%]/.test(text)),
      (text) => {
        expect(render(text, {}, settings)).toEqual({ text, missing: [], warning: null });
        expect(render(`${text} {{x}}${text}`, { x: 1 }, settings).text).toBe(`${text} 1${text}`);
      },
    ),
  );
});
