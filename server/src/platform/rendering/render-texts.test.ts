import { afterAll, expect, test } from 'vitest';
import type { JsonObject } from '#pure/custom-fields';
import { makeRendering, type Rendering } from './rendering.ts';
import type { TextBatch } from './text-batch.ts';

let stops = 0;
const rendering: Rendering = makeRendering({
  threads: 1,
  onStop: () => {
    stops += 1;
  },
  onLost: () => {},
});
afterAll(() => rendering.close());

const batch = (texts: readonly string[], values: JsonObject = {}): TextBatch => ({
  texts,
  values,
  language: 'de',
  now: new Date('2026-03-01T09:30:00.000Z'),
});
const render = (texts: readonly string[], values?: JsonObject) => rendering.renderTexts('p', batch(texts, values));

/** Within every limit of steps and output, but each step is slow: only the time limit can end it. */
const slow = '{% assign sorted = items | sort %}'.repeat(90);
const slowValues = {
  items: Array.from({ length: 2_000 }, (_, n) => ({ text: 'x'.repeat(1_000), n: (n * 7_919) % 2_000 })),
};

test('texts are rendered in order, without escaping and without the rules of a subject', async () => {
  const texts = ['{{name}}', 'no template language', ' {{ name | upcase }}\n ', '', '{{ "now" | date: "%B" }}'];

  expect(await render(texts, { name: 'A<b>&\n' })).toEqual({
    kind: 'rendered',
    texts: ['A<b>&\n', 'no template language', ' A<B>&\n\n ', '', 'März'],
  });
});

test('one text that cannot be rendered as written fails all of them, without plain substitution', async () => {
  expect(await render(['{{name}}', 'x\n{% if %}'], { name: 'Ada' })).toMatchObject({
    kind: 'failed',
    failure: { line: 2 },
  });
});

test('texts together, and what becomes of them together, have the limits of one text', async () => {
  const kilobytes = (count: number) => 'x'.repeat(count * 1_024);

  expect(await render([kilobytes(256), kilobytes(256)])).toMatchObject({ kind: 'rendered' });
  expect(await render([kilobytes(256), `${kilobytes(256)}x`])).toEqual({
    kind: 'failed',
    failure: { line: null, message: 'The texts are larger than 512 KB.' },
  });
  const values = { a: kilobytes(60) };
  expect(await render(['{{a}}'.repeat(17), '{{a}}'.repeat(17)], values)).toMatchObject({ kind: 'rendered' });
  expect(await render(['{{a}}'.repeat(17), '{{a}}'.repeat(18)], values)).toEqual({
    kind: 'failed',
    failure: { line: null, message: 'The texts become larger than 2 MB.' },
  });
});

test('texts that take too long are tried three times; simple ones do not wait for a thread', async () => {
  const order: string[] = [];
  const ended = (name: string) => (result: unknown) => {
    order.push(name);
    return result;
  };

  const [slowly, simply] = await Promise.all([
    render([slow, 'x'], slowValues).then(ended('slow')),
    render(['{{name}}', '{{ name ?? "friend" }}'], { name: 'Ada' }).then(ended('simple')),
  ]);

  expect(order).toEqual(['simple', 'slow']);
  expect(simply).toEqual({ kind: 'rendered', texts: ['Ada', 'Ada'] });
  const failure = { line: null, message: 'The text took longer than half a second.' };
  expect(slowly).toEqual({ kind: 'failed', failure });
  expect(stops).toBe(3);
}, 60_000);
