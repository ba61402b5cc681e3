import { expect, test } from 'vitest';
import { valuesRead } from './values-read.ts';

test.each([
  ['nothing', '<p>Hello</p>', ['locale']],
  ['a name with a space', 'Dear {{ first name ?? "you" }}', ['locale', 'first name']],
  ['a path: a key of that name, or one that leads there', '{{ address.city }}', ['locale', 'address', 'address.city']],
  ['a key of data', '{{ data.plan }} {{ data["first name"] }}', ['locale', 'plan', 'first name']],
  [
    'conditions and loops',
    '{% if plan == "pro" %}{% for item in items %}{{ item.name }}{% endfor %}{% endif %}',
    ['locale', 'plan', 'items'],
  ],
  ['what the text sets itself', '{% assign x = plan %}{{ x }}', ['locale', 'plan']],
  ['all of data', '{% for pair in data %}{{ pair[0] }}{% endfor %}', null],
  ['a key that is computed', '{{ data[key] }}', null],
  ['a text that cannot be read', '{{ name', null],
])('the keys of %s', (_name, text, keys) => {
  expect(valuesRead('Subject', text).keys).toEqual(keys);
});

test('keys of subject and body are kept once', () => {
  expect(valuesRead('{{ a }}', '{{ b }} {{ a }}').keys).toEqual(['locale', 'a', 'b']);
});

test.each([
  ['{{ "now" | date: "%Y" }}', true],
  [`{{ 'today' | date }}`, true],
  ['Do it now', false],
])('whether %s shows its moment', (text, shows) => {
  expect(valuesRead('', text).showsMoment).toBe(shows);
});
