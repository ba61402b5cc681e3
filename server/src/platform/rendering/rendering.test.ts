import type { Worker } from 'node:worker_threads';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '#pure/custom-fields';
import { until } from '#testing/until';
import type { MailBatch } from './mail-batch.ts';
import { makeRendering, makeRenderingThreads, type Rendering } from './rendering.ts';

const stops: unknown[] = [];
const rendering: Rendering = makeRendering({
  threads: 2,
  onStop: (_project, cause) => stops.push(cause),
  onLost: (cause) => stops.push(cause),
});
afterAll(() => rendering.close());

const now = new Date('2026-03-01T09:30:00.000Z');
const batch = (subject: string, body: string, ...values: MailBatch['recipients'][number]['values'][]): MailBatch => ({
  subject,
  body,
  now,
  language: 'de',
  recipients: values.map((each) => ({ values: each, footer: null })),
});
/** Within every limit of steps and output, but each step is slow: only the time limit can end it. */
const slow = `${'{% assign sorted = items | sort %}'.repeat(90)}`;
const slowValues = {
  items: Array.from({ length: 2_000 }, (_, n) => ({ text: 'x'.repeat(1_000), n: (n * 7_919) % 2_000 })),
};
const deep = '<div>'.repeat(100_000);

test('a batch is rendered in order, with text parts', async () => {
  const mails = await rendering.renderMails(
    'p',
    batch(
      'Hello {{name}}',
      '<h1>Hi {{name}}</h1><p>{{ "now" | date: "%B" }} <a href="https://x.example/">go</a></p>',
      { name: 'A&B' },
      { name: 'C' },
    ),
  );

  expect(mails).toHaveLength(2);
  expect(mails[0]).toEqual({
    subject: 'Hello A&B',
    body: '<h1>Hi A&amp;B</h1><p>März <a href="https://x.example/">go</a></p>',
    text: 'Hi A&B\n\nMärz go (https://x.example/)',
    missing: [],
    warnings: [],
  });
  expect(mails[1]?.subject).toBe('Hello C');
});

test("the language of a recipient comes before the project's", async () => {
  const [mail] = await rendering.renderMails('p', batch('{{ "now" | date: "%B" }}', 'x', { locale: 'fr' }));
  expect(mail?.subject).toBe('mars');
});

test('marketing mail gets its footer in both parts (D-512)', async () => {
  const footer = { projectName: 'Acme', unsubscribeUrl: 'https://x.example/u/1', manageUrl: 'https://x.example/m/1' };
  const [mail] = await rendering.renderMails('p', {
    ...batch('s', '<p>Hi</p>'),
    recipients: [{ values: { locale: 'en' }, footer }],
  });

  expect(mail?.body).toContain('Unsubscribe');
  expect(mail?.text).toMatch(/Unsubscribe\s\(https:\/\/x\.example\/u\/1\)/);
});

test('a text that does not parse gets plain substitution, with a warning that names field, line and column', async () => {
  const [mail] = await rendering.renderMails('p', batch('{{name', '<p>{% if %}{{name}}</p>', { name: 'Ada' }));

  expect(mail).toMatchObject({ subject: '{{name', body: '<p>{% if %}Ada</p>' });
  expect(mail?.warnings).toMatchObject([
    { field: 'subject', code: 'template_syntax', line: 1, column: 1 },
    { field: 'body', code: 'template_syntax', line: 1, column: 4 },
  ]);
});

test('a body too large even by plain substitution cannot be rendered', async () => {
  const [mail] = await rendering.renderMails(
    'p',
    batch('s', `{% if %}${'{{a}}'.repeat(50)}`, { a: 'x'.repeat(60_000) }),
  );
  expect(mail).toMatchObject({ body: null, warnings: [{ field: 'body' }] });
});

test('a mail that takes longer than half a second is stopped; those before it are rendered, those after it get plain substitution (D-535, D-538, D-619)', async () => {
  const source = `{{name}}{% if hard %}${slow}{% endif %}`;
  const began = performance.now();
  const mails = await rendering.renderMails(
    'p',
    batch('{{name | upcase}}', source, { name: 'a' }, { name: 'b', hard: true, ...slowValues }, { name: 'c' }),
  );

  expect(performance.now() - began).toBeLessThan(8_000);
  expect(mails.map((mail) => mail.subject)).toEqual(['A', '{{name | upcase}}', '{{name | upcase}}']);
  expect(mails[0]?.warnings).toEqual([]);
  expect(mails[1]?.body?.startsWith('b{% if hard %}')).toBe(true);
  expect(mails[2]?.warnings).toMatchObject([{ code: 'render_timeout' }, { code: 'render_timeout' }]);
  expect(stops.length).toBeGreaterThan(0);
});

test('a body of a hundred thousand nested elements has a text part in time', async () => {
  const [mail] = await rendering.renderMails('p', batch('s', `${deep}Hello &amp; welcome<br>there`, {}));
  expect(mail).toMatchObject({ text: 'Hello & welcome\nthere', warnings: [] });
});

test('a small text with simple outputs or none does not wait for a thread (D-538)', async () => {
  const one = makeRendering({ threads: 1, onStop: () => {}, onLost: () => {} });
  const order: string[] = [];
  const render = async (name: string, subject: string, body: string, values: JsonObject = {}) => {
    await one.renderMails('p', batch(subject, body, values));
    order.push(name);
  };

  await Promise.all([
    render('slow', 's', slow, slowValues),
    render('filter', 'Hi {{name | upcase}}', '<p>Hello</p>'),
    render('output', 'Hi {{name}}', '<p>Hello</p>'),
    render('bare', 'Hi', '<p>Hello</p>'),
  ]);
  await one.close();

  expect(order.slice(0, 2)).toEqual(['output', 'bare']); // there is one thread, which the slow one has
});

test('borrowed threads outlive who borrowed them, and each has counts of its own', async () => {
  const threads = makeRenderingThreads({ threads: 1, onLost: () => {} });
  let closed = 0;
  const borrowed = {
    ...threads,
    close: async () => {
      closed += 1;
    },
  };
  const [one, other] = [1, 2].map(() => makeRendering({ threads: 1, onStop: () => {}, onLost: () => {}, borrowed }));
  await one?.renderMails('p', batch('s', slow, slowValues));
  await one?.close();
  const [mail] = (await other?.renderMails('p', batch('{{ "a" | upcase }}', '<p>b</p>', {}))) ?? [];
  await other?.close();
  await threads.close();

  expect(closed).toBe(0);
  expect(mail).toMatchObject({ subject: 'A', warnings: [] });
  expect([one?.stopped, other?.stopped]).toEqual([1, 0]);
});

test('a batch larger than a message, with large mails, comes back whole and in order', async () => {
  const names = Array.from({ length: 130 }, (_, index) => ({ name: `n${index}`, big: 'x'.repeat(50_000) }));
  const mails = await rendering.renderMails('p', batch('{{name}}', '{{big}}{{big}}', ...names));

  expect(mails.map((mail) => mail.subject)).toEqual(names.map(({ name }) => name));
});

test('other projects are served while the templates of one are slow (D-538)', async () => {
  const began = performance.now();
  let ended = 0;
  const burning = Array.from({ length: 6 }, () =>
    rendering.renderMails('bad', batch('s', slow, slowValues)).then(() => (ended += 1)),
  );
  const times: number[] = [];
  for (let turn = 0; turn < 20; turn += 1) {
    const start = performance.now();
    await rendering.renderMails('good', batch('{{a}}', '{{a}}', { a: 1 }));
    times.push(performance.now() - start);
  }

  expect(ended).toBeLessThan(6);
  expect(times.toSorted((a, b) => a - b)[10]).toBeLessThan(500);
  await Promise.all(burning);
  expect(performance.now() - began).toBeLessThan(25_000);
});

test('preparing returns errors and variables, and inlines style sheets', async () => {
  const texts = { subject: 'Hi {{name}}', body: '<style>p { color: red }</style><p>{{ plan ?? "free" }}</p>' };

  expect(await rendering.prepareTexts('p', texts)).toEqual({
    errors: [],
    variables: ['name', 'plan'],
    needed: [{ field: 'subject', at: 3, path: 'name', chain: 'name', keys: [] }],
    inlinedBody: '<p style="color: red;">{{ plan ?? "free" }}</p>',
  });
  expect(await rendering.prepareTexts('p', { subject: '{{', body: '\n{% if a %}' })).toMatchObject({
    errors: [
      { field: 'subject', line: 1, column: 1 },
      { field: 'body', line: 2, column: 1 },
    ],
    inlinedBody: null,
  });
});

test('a style sheet that takes too long leaves the body as it is', async () => {
  const selectors = Array.from({ length: 3_000 }, (_, index) => `.a${index} .b .c .d > * + * ~ *`).join(',');
  const body = `<style>${`${selectors}{color:red}`.repeat(2)}</style>${'<div class="b c d"><p><i>x</i></p></div>'.repeat(2_000)}`;

  expect(await rendering.prepareTexts('p', { subject: 's', body })).toEqual({
    errors: [],
    variables: [],
    needed: [],
    inlinedBody: null,
  });
});

test('a thread that runs out of memory is replaced, and its text is prepared without inlining', async () => {
  const causes: unknown[] = [];
  const small = makeRendering({
    threads: 1,
    memoryMb: 40, // inlining this body needs more, parsing it less
    onStop: (_project, cause) => causes.push(cause),
    onLost: (cause) => causes.push(cause),
  });
  const hungry = `<style>b { color: red }</style>{{name}}${'<b>a</b>'.repeat(60_000)}`;
  const prepared = await small.prepareTexts('p', { subject: '{{name}}', body: hungry });
  const [next] = await small.renderMails('p', batch('{{name}}', '{{name}}', { name: 'Bob' }));
  await small.close();

  // Why no exact number: the time limit may be first, and the thread is then lost a moment later.
  expect(causes.length).toBeGreaterThan(0);
  expect(prepared).toMatchObject({ errors: [], variables: ['name'], inlinedBody: null });
  expect(next).toMatchObject({ body: 'Bob', warnings: [] });
});

test('threads without work end and give their memory back; the next text gets new ones', async () => {
  // Known by a limit of their own: other threads of this process may start and end meanwhile.
  const memoryMb = 61;
  const running = new Set<Worker>();
  const note = (worker: Worker) => {
    if (worker.resourceLimits?.maxOldGenerationSizeMb !== memoryMb) return;
    running.add(worker);
    worker.once('exit', () => running.delete(worker));
  };
  process.on('worker', note);
  onTestFinished(() => void process.off('worker', note));
  const causes: unknown[] = [];
  const onLost = (cause: unknown) => causes.push(cause);
  const threads = makeRenderingThreads({ threads: 1, memoryMb, idleSeconds: 0.2, onLost });
  const one = makeRendering({ threads: 1, onStop: onLost, onLost, borrowed: threads });
  const render = () => one.renderMails('p', batch('{{ "a" | upcase }}', '<p>b</p>', {}));

  const [first] = await render();
  const during = running.size;
  const haveEnded = await until(() => running.size === 0);
  const [second] = await render();
  const again = running.size;
  await threads.close();

  expect([first?.subject, second?.subject, haveEnded, causes]).toEqual(['A', 'A', true, []]);
  expect(during).toBeGreaterThan(0);
  expect([again, running.size]).toEqual([during, 0]);
});

test('strictly rendered, a mail that breaks a limit fails alone, and nothing is substituted plainly (D-837)', async () => {
  const body = '<p>{% for item in items %}{{word}}{% endfor %}</p>';
  const large = { items: Array.from({ length: 300 }, (_, n) => n), word: 'x'.repeat(8_000) };
  const small = { items: [1, 2], word: 'x'.repeat(8_000) };
  const results = await rendering.renderStrictly('p', batch('s', body, small, large, small));

  expect(results.map(({ kind }) => kind)).toEqual(['rendered', 'failed', 'rendered']);
  const failure = { field: 'body', line: null, message: 'The text becomes larger than 2 MB.' };
  expect(results[1]).toEqual({ kind: 'failed', failure });
});

test('strictly rendered, a text that takes too long is tried three times, and after three such mails no other is (D-837)', async () => {
  const before = rendering.stopped;
  const body = `${slow}{{ items.size }}`;
  const results = await rendering.renderStrictly('p', batch('s', body, ...Array.from({ length: 6 }, () => slowValues)));

  expect(results.map(({ kind }) => kind)).toEqual(['failed', 'failed', 'failed', 'skipped', 'skipped', 'skipped']);
  expect(rendering.stopped - before).toBe(9);
}, 60_000);
