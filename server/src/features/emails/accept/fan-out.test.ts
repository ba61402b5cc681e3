import { setTimeout as delay } from 'node:timers/promises';
import { serialize } from 'pg-protocol';
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest';
import { type Client, startTestApp, type TestApp } from '#testing';
import { bodyColumns, mailColumns } from './insert-statement.ts';

let app: TestApp;
let client: Client;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
  client = app.as((await app.given.project()).secretKey);
});
afterAll(() => app.close());

const to = Array.from({ length: 100 }, (_, n) => `person-${n}@example.com`);
const mail = { to, subject: 'Hi {{email}}', from: 'hello@postrider.test' };

/** The longest time for which the event loop was blocked while `work` ran. */
async function stallOf<T>(work: Promise<T>): Promise<{ result: T; stallMs: number }> {
  let isOver = false;
  let stallMs = 0;
  const looking = (async () => {
    for (let last = performance.now(); !isOver; last = performance.now()) {
      await delay(5);
      stallMs = Math.max(stallMs, performance.now() - last);
    }
  })();
  const result = await work.finally(() => {
    isOver = true;
  });
  await looking;
  return { result, stallMs };
}

test('a newsletter of 100 KB to 100 recipients is accepted, each with its own text, and other requests are served', async () => {
  const link = '<a href="https://shop.example/{{email}}">x</a>';
  const body = `<p>Hi {{email}}</p>${link}${'<p>News of today, in some words.</p>'.repeat(2_800)}`;

  const { result, stallMs } = await stallOf(client.post('/v1/send', { ...mail, body }));

  expect(result.status, result.text).toBe(200);
  const { rows } = await app.app.services.database.pool.query(
    `select e.recipient, e.subject, c.html, c.text, (select count(*) from deliveries d where d.id = e.id) as due
       from emails e join email_contents c on c.id = e.id order by e.id`,
  );
  expect(new Set(rows.map((row) => row.recipient))).toEqual(new Set(to));
  for (const { recipient, subject, html, text, due } of rows) {
    expect([subject, html.includes(`<p>Hi ${recipient}</p>`), text.includes(`Hi ${recipient}`), due]).toEqual([
      `Hi ${recipient}`,
      true,
      true,
      '1',
    ]);
  }
  const { rows: links } = await app.app.services.database.pool.query('select url from email_links');
  expect(links).toHaveLength(100);
  expect(stallMs).toBeLessThan(1_500); // the whole send takes longer; on an idle machine a slice takes about 20 ms
}, 60_000);

test('large mails are written half a megabyte at a time, and no list carries their texts', async () => {
  const bound = vi.spyOn(serialize, 'bind');
  onTestFinished(() => bound.mockRestore());
  const body = `<p>Hi {{email}}</p>${'<p>News of today, in some words.</p>'.repeat(2_800)}`;

  const { status } = await client.post('/v1/send', { ...mail, to: to.slice(0, 30), body });

  expect(status).toBe(200);
  const lists = 3 + mailColumns.length; // the project, the time, the expiry, then a list for each column
  const written = bound.mock.calls.flatMap(([config]) => {
    const values = (config?.values ?? []) as (string | null)[]; // as they are sent
    return values.length > lists ? [values] : [];
  });
  expect(written.length).toBeGreaterThan(5);
  for (const values of written) {
    const mails = (values.length - lists) / bodyColumns.length;
    for (const list of values.slice(3, lists)) expect(list?.length).toBeLessThan(1_000 * mails);
    expect(JSON.stringify(values).length).toBeLessThan(1_000_000);
  }
});

test.each([
  ['a large text without variables', `<p>${'x'.repeat(1_000_000)}</p>`],
  ['a small text that grows', '{% for n in (1..150) %}{{ long }}{% endfor %}'],
])(
  '%s to 100 recipients is refused, and nothing is written (D-606)',
  async (_name, body) => {
    const count = async () => (await app.app.services.database.pool.query('select count(*) from emails')).rows[0].count;
    const before = await count();

    const data = { long: { value: 'x'.repeat(5_000), persistent: false } };
    const reply = await client.post('/v1/send', { ...mail, body, data });

    expect(reply.status).toBe(422);
    expect(reply.body.error.errors).toMatchObject([{ field: 'to', code: 'too_big' }]);
    expect(await count()).toBe(before);
    expect((await client.post('/v1/send', { ...mail, to: to.slice(0, 10), body, data })).status).toBe(200);
  },
  60_000,
);
