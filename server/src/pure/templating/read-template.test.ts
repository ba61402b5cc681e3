import { expect, test } from 'vitest';
import { readTemplate } from './read-template.ts';
import { messageWithPosition } from './template-error.ts';

const errorsOf = (source: string) => readTemplate(source, 'saving').errors;

const wrong: [source: string, line: number, column: number, message: string, suggestion?: string][] = [
  ['a\n\n  {% if x %}\n', 3, 3, "Tag 'if' is never closed.", 'Add {% endif %}.'],
  ['{% for x in y %}', 1, 1, "Tag 'for' is never closed.", 'Add {% endfor %}.'],
  ['{% raw %}{{x}}', 1, 1, "Tag 'raw' is never closed.", 'Add {% endraw %}.'],
  ['{% if a %}{% for x in y %}{% endif %}', 1, 11, "Tag 'for' is never closed.", 'Add {% endfor %}.'],
  ['x{% endif %}', 1, 2, "Tag 'endif' closes nothing.", 'Remove it, or begin with {% if … %}.'],
  ['{{ name', 1, 1, 'Output is never closed.', 'Add }}.'],
  ['{% if', 1, 1, 'Tag is never closed.', 'Add %}.'],
  ['{{ "name }}', 1, 4, 'This quotation mark is never closed.', 'Add " after the text.'],
  ['{{}}', 1, 3, 'A value is missing here.', 'Write a name between the braces.'],
  ['{{ a | }}', 1, 7, 'A filter needs a name.', 'For example {{ name | upcase }}.'],
  ['{{ a | upcas }}', 1, 8, "Unknown filter 'upcas'.", 'Similar filters: upcase.'],
  ['{{ a | where_exp: "x" }}', 1, 8, "Unknown filter 'where_exp'."],
  ['{{ a | constructor }}', 1, 8, "Unknown filter 'constructor'."],
  ['{% include "x" %}', 1, 1, "Unknown tag 'include'.", 'A text cannot include other texts.'],
  ['{% constructor %}', 1, 1, "Unknown tag 'constructor'."],
  ['{% # note %}', 1, 1, 'A tag begins with its name.', 'For example {% if name %}.'],
  [
    '{{ x ?? there }}',
    1,
    9,
    'The last choice after ?? must be a text, a number, true or false.',
    'Write "there" in quotation marks.',
  ],
  ['{{ x ?? nil }}', 1, 9, 'The last choice after ?? must be a text, a number, true or false.'],
  [
    '{% if first name %}{% endif %}',
    1,
    13,
    "Unexpected 'name'.",
    'Inside {% … %} a name with spaces is written data["first name"].',
  ],
  [
    '{% if a | size > 0 %}{% endif %}',
    1,
    9,
    "Unexpected '|'.",
    'Filters are possible in outputs and in {% assign x = … %}.',
  ],
  ['{% if a == %}{% endif %}', 1, 11, 'A value is missing here.'],
  ['{% if %}{% endif %}', 1, 6, 'A value is missing here.'],
  ['{{ (a or b) }}', 1, 4, "A value cannot begin with '('."],
  ['{{ a == b == c }}', 1, 11, "Unexpected '='."],
  ['{{ a - b }}', 1, 6, "Unexpected '-'."],
  ['{{ 1abc }}', 1, 4, "A value cannot begin with '1abc'."],
  ['{{ a. }}', 1, 6, 'A name is missing after the dot.'],
  ['{{ a["x" }}', 1, 6, "The bracket '[' is never closed."],
  ['{% for x y %}{% endfor %}', 1, 10, "The word 'in' is missing."],
  ['{% for x in y step: 2 %}{% endfor %}', 1, 15, "Unexpected 'step'.", 'Options are limit:, offset: and reversed.'],
  ['{% assign x 5 %}', 1, 13, "The sign '=' is missing."],
  ['{% break %}', 1, 1, "Tag 'break' belongs inside 'for'."],
  ['{% else %}', 1, 1, "Tag 'else' has no place here."],
  ['{% if a %}{% else %}{% elsif b %}{% endif %}', 1, 21, "Tag 'elsif' cannot follow 'else'."],
  ['{% if a %}{% endif x %}', 1, 20, "Unexpected 'x'."],
  ['ä😀\r\n😀{{ | }}', 2, 5, "A value cannot begin with '|'."],
];

test.each(wrong)('%j is wrong at line %i, column %i: %s', (source, line, column, message, suggestion) => {
  const [error] = errorsOf(source);

  expect(error).toMatchObject({ code: 'template_syntax', line, column, message });
  if (suggestion !== undefined) expect(error?.suggestion).toBe(suggestion);
});

test('all mistakes are listed in the order of the text, at most twenty', () => {
  expect(errorsOf('{{ | }}{% if a %}{{ x ?? y }}').map(({ column }) => column)).toEqual([4, 8, 26]);
  expect(errorsOf('{{ | }}'.repeat(100))).toHaveLength(20);
});

test('the message of a field names line and column', () => {
  const [error] = errorsOf('\n  {% if a %}');
  expect(error && messageWithPosition(error)).toBe("Tag 'if' is never closed (line 2, column 3).");
});

test('a text without outputs and tags always passes', () => {
  for (const source of ['', '<p>}} %} { } { {', '{ % if % }', 'body{color:red}']) expect(errorsOf(source)).toEqual([]);
});

test('size, number of tags, nesting and length of expressions have limits (D-520)', () => {
  const nested = (depth: number) => '{% if a %}'.repeat(depth) + '{% endif %}'.repeat(depth);
  const [big] = errorsOf(`{{a}}${'x'.repeat(512 * 1024)}`);

  expect(big).toMatchObject({ code: 'too_big', message: 'The text is larger than 512 KB.' });
  expect(errorsOf('{{a}}'.repeat(5_000))).toEqual([]);
  expect(errorsOf('{{a}}'.repeat(5_001))).toMatchObject([{ code: 'too_big', column: 25_001 }]);
  expect(errorsOf(`{{${'ü'.repeat(300)}}}`)).toEqual([]);
  expect(errorsOf(`{{${'ü'.repeat(301)}}}`)).toHaveLength(1);
  expect(errorsOf(nested(32))).toEqual([]);
  expect(errorsOf(nested(33))).toMatchObject([{ code: 'too_big', message: 'Tags are nested deeper than 32.' }]);
  expect(errorsOf(`{{a${'[a'.repeat(40)}${']'.repeat(40)}}}`)).toMatchObject([{ code: 'too_big' }]);
  expect(errorsOf(`{% if ${'a or '.repeat(20_000)}a %}{% endif %}`)).toMatchObject([{ code: 'too_big' }]);
});

test('sending passes unknown filters through and reads a bare word as a variable (D-535)', () => {
  const { program, errors } = readTemplate('{{ a | nope: 1 | upcase }}{{ b ?? c }}', 'sending');

  expect(errors).toEqual([]);
  expect(program).toBe('{{ ["\\u00211\\u003aaa"] | upcase }}{{ (["b"] ?? ["c"]) }}');
});

test('variables are listed once, by the name their author knows, without those that the text sets', () => {
  const source = `{{first name}}{{ data["first name"] }}{{ data.plan }}{{ profile.tier ?? nick ?? "x" }}
    {% assign total = sum %}{{ total }}{% capture note %}{{ x }}{% endcapture %}{{ note }}
    {% for item in items limit: most %}{{ item.title }}{{ forloop.index }}{{ list[key] }}{% endfor %}{{ item }}{{ "text" }}`;

  expect(readTemplate(source, 'saving').variables).toEqual([
    'first name',
    'plan',
    'profile.tier',
    'nick',
    'sum',
    'x',
    'items',
    'most',
    'key',
    'list',
    'item',
  ]);
});
