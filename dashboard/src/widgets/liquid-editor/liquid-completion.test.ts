import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { liquidCompletion, placeIn } from './liquid-completion.ts';
import type { TemplateField } from './template-fields.ts';

const fields: readonly TemplateField[] = [
  { name: 'first name', type: 'string', coverage: 0.97 },
  { name: 'zone', type: 'number', coverage: 1 },
];

const offered = (before: string): readonly string[] | null => {
  const state = EditorState.create({ doc: before });
  const result = liquidCompletion(() => fields)(new CompletionContext(state, before.length, false));
  return (
    result?.options.toSorted((one, other) => (other.boost ?? 0) - (one.boost ?? 0)).map(({ label }) => label) ?? null
  );
};

test.each([
  ['<p>{{', 'name', ''],
  ['<p>{{ fi', 'name', 'fi'],
  ['{{first na', 'name', 'first na'],
  ['{{ a }} {{- b', 'name', 'b'],
  ['{{ name | ', 'filter', ''],
  ['{{ name | up', 'filter', 'up'],
  ['{{ name | append: "a" | up', 'filter', 'up'],
  ['{% ', 'tag', ''],
  ['{% en', 'tag', 'en'],
])('%j is inside: %s after %j', (before, kind, typed) => {
  expect(placeIn(before)).toMatchObject({ kind, typed });
});

test.each(['', '<p>fi', '{{ a }} fi', '{{ a ?? "th', '{% if fi', '{', '{% if a %}x'])('%j offers nothing', (before) => {
  expect(placeIn(before)).toEqual({ kind: 'outside' });
  expect(offered(before)).toBeNull();
});

test('a fallback is offered first, then the bare name, then what every mail has', () => {
  expect(offered('{{ ')).toEqual([
    'first name ?? "there"',
    'first name',
    'zone ?? 0',
    'zone',
    'email',
    'unsubscribeUrl',
    'manageUrl',
    'subscribeUrl',
  ]);
});

test('tags that open a block come before those inside one', () => {
  const tags = offered('{% ') ?? [];
  expect(tags.indexOf('if')).toBeLessThan(tags.indexOf('endif'));
});
