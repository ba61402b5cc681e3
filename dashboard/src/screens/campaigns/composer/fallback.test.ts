import { expect, test } from 'vitest';
import { withFallback } from './fallback.ts';

test.each([
  ['Hi {{first name}}, {{first name}}!', 'Hi {{first name ?? "there"}}, {{first name ?? "there"}}!'],
  ['{{ first name | upcase }}', '{{ first name ?? "there" | upcase }}'],
  ['{{- data["first name"] -}}', '{{- data["first name"] ?? "there" -}}'],
  ['{{data.first name}}', '{{data.first name ?? "there"}}'],
])('%s gets the fallback', (text, expected) => {
  expect(withFallback(text, 'first name', 'there')).toBe(expected);
});

test.each(['{{first name ?? "you"}}', '{{ first name | default: "you" }}', '{{last name}}', '{{ first }} name'])(
  '%s stays as it is',
  (text) => {
    expect(withFallback(text, 'first name', 'there')).toBe(text);
  },
);

test('a fallback with a quote is written in the other kind', () => {
  expect(withFallback('{{x}}', 'x', 'a "friend"')).toBe(`{{x ?? 'a "friend"'}}`);
});
