import { expect, test } from 'vitest';
import type { JsonObject } from '#pure/custom-fields';
import { processorMs } from '#testing/processor-time';
import type { MailBatch } from './mail-batch.ts';
import { renderMail } from './render-mail.ts';
import { isQuick } from './simple-texts.ts';

const batchOf = (body: string, values: JsonObject = {}, count = 1): MailBatch => ({
  subject: 'Hello {{name}}',
  body,
  now: new Date('2026-03-01T09:30:00.000Z'),
  language: 'en',
  recipients: Array.from({ length: count }, () => ({ values, footer: null })),
});

test.each([
  '<p>no template language { } %</p>',
  '<p>{{name}} {{ data.name }} {{ name ?? "friend" }} {{name ?? 1}}</p>',
  '{% if plan == "pro" %}a{% elsif plan != 1 %}b{% else %}c{% endif %}{% unless name %}d{% endunless %}',
])('is rendered in place: %s (D-538)', (body) => {
  expect(isQuick(batchOf(body))).toBe(true);
});

test.each([
  '{% for item in items %}{{ item }}{% endfor %}',
  '{% assign a = b %}',
  '{% capture a %}x{% endcapture %}',
  '{{ name | upcase }}',
  '{{ first name }}',
  '{{ name',
  '{{{name}}}',
  '{%',
  '{% if a and b %}{% endif %}',
  '{% raw %}{% endraw %}',
  '{{ name ?? "{{ name }}" }}',
])('is rendered in a thread: %s', (body) => {
  expect(isQuick(batchOf(body))).toBe(false);
});

test('long texts, many tags, large values and many recipients are rendered in a thread (D-538)', () => {
  expect(isQuick(batchOf('x'.repeat(16_000)))).toBe(true);
  expect(isQuick(batchOf('x'.repeat(17_000)))).toBe(false);
  expect(isQuick(batchOf('x'.repeat(2_000), {}, 9))).toBe(false);
  expect([isQuick(batchOf('{{a}}'.repeat(19))), isQuick(batchOf('{{a}}'.repeat(20)))]).toEqual([true, false]);
  expect(isQuick(batchOf('{{a}}', { a: 'x'.repeat(2_000) }))).toBe(true);
  expect(isQuick(batchOf('{{a}}', { a: 'x'.repeat(2_100) }))).toBe(false);
  expect(isQuick(batchOf('{{a}}', { a: { b: [1, 'x'.repeat(2_100)] } }))).toBe(false);
  expect(isQuick(batchOf('{{a}}', { a: Array.from({ length: 1_000 }, () => null) }))).toBe(false);
  expect(isQuick(batchOf('{{a}}', { a: 'x'.repeat(1_500) }, 2))).toBe(false);
});

test('the worst that is rendered in place takes milliseconds (D-538)', () => {
  const bodies = ['<td>', '<p><i>a</i> ', '&lt;'].map(
    (piece) => `${'{{a}}'.repeat(19)}${piece.repeat(15_800 / piece.length)}`,
  );
  for (const body of bodies) {
    const batch = batchOf(body, { a: '<&'.repeat(100) });
    const [recipient] = batch.recipients;
    expect(isQuick(batch)).toBe(true);
    const times = Array.from({ length: 20 }, () =>
      processorMs(() => recipient && renderMail(batch, recipient, 'full')),
    );
    expect(Math.min(...times)).toBeLessThan(20);
  }
});
