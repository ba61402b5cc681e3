import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type ProjectContext, projectContext } from '#platform/context';
import { buildScope, readTemplate, render } from '#pure/templating';
import { startTestApp, type TestApp } from '#testing';
import { isCheckable, lacksValue } from './lacks-value.ts';

let app: TestApp;
let ctx: ProjectContext;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
  ctx = projectContext(app.app.services, (await app.given.project()).id);
});
afterAll(() => app.close());

const outputs = [
  ...['name', 'first name', 'data.name', 'data["name"]', 'data["first name"]', 'a.b', 'data.a.b', 'a["b"]', 'a.b.c'],
  ...[
    'data["a.b"]',
    'data.data.x',
    'event.x',
    'data.event.x',
    'event.a.b',
    'list[0]',
    'list[-1]',
    'list[5]',
    'list["0"]',
  ],
  ...['list.first', 'list.last', 'list.size', 'list.first.title', 'list[0].title', 'name.size', 'name.first', 'a.size'],
  ...['a.first', 'a[0]', 'email', 'id', 'locale', 'unsubscribeUrl', 'manageUrl', 'data', 'email.size', 'email.x'],
  ...['data.email', 'data.locale', 'data.size', 'data["size"]', 'locale.size', 'postrider_email', 'event', 'a.size.x'],
  ...['size', 'list.size.x', 'name[0]', 'list[0][0]', 'event["x"]'],
];

const contacts = [
  {},
  { name: 'Ann', 'first name': 'Ann', a: { b: { c: 1 } }, list: [{ title: 'x' }, 2], event: { x: 1, 'a.b': 2 } },
  { name: '', 'first name': null, a: { b: null }, list: [], event: { x: null }, email: 'x', locale: 'de' },
  { name: 0, a: { b: [1] }, 'a.b': null, list: [null], data: { x: 1 }, locale: null },
  { name: false, a: 'text', 'a.b': 'exact', list: 'text', 'data.x': 1, 'data.name': null, 'email.x': 1 },
  { name: ['x'], a: [1, [2]], list: { '0': 'zero', first: 'f', size: null }, event: { a: { b: 1 } }, size: 3 },
  { name: { '0': 1 }, a: {}, list: 7 },
  { name: { size: null, first: 1 }, a: { '0': 1, size: 5, first: null }, list: [[1]], 'a.b.c': 1, event: 'text' },
];

const links = { unsubscribeUrl: 'https://a/u', subscribeUrl: 'https://a/s', manageUrl: 'https://a/m' };

/** Whether a mail of this contact lacks what is printed, by rendering it. */
function lacksByRendering(source: string, data: object): boolean {
  const contact = { id: '1', email: 'a@example.com', data: JSON.parse(JSON.stringify(data)) };
  const values = buildScope({ contact, links, language: 'en' });
  const { missing, warning } = render(source, values, { mode: 'text', now: new Date(0), locale: 'en' });
  expect(warning).toBe(null);
  return missing.length > 0;
}

test.each(outputs)('a missing value is found by SQL as by rendering: %s', async (output) => {
  const [needed] = readTemplate(`{{ ${output} }}`, 'saving').needed;
  if (!needed) throw new Error('the output needs a value');
  expect(isCheckable(needed)).toBe(true);

  const bySql = await ctx.read((reader) =>
    Promise.all(
      contacts.map(async (data) => {
        const lack = lacksValue(needed, new Set());
        const { rows } = await sql<{ lacks: boolean }>`
          select ${lack} as lacks from (select ${JSON.stringify(data)}::jsonb as data) m`.execute(reader.db);
        return rows[0]?.lacks;
      }),
    ),
  );

  expect(bySql).toEqual(contacts.map((data) => lacksByRendering(`{{ ${output} }}`, data)));
});

test.each(['name', 'data.name', 'data["name"]', 'name.size', 'data.name.size'])(
  'a deleted field is missing, however it is written: %s',
  async (output) => {
    const [needed] = readTemplate(`{{ ${output} }}`, 'saving').needed;
    if (!needed) throw new Error('the output needs a value');

    const lacks = (keys: readonly string[]) =>
      ctx.read(async (reader) => {
        const lack = lacksValue(needed, new Set(keys));
        const { rows } = await sql<{ lacks: boolean }>`
          select ${lack} as lacks from (select '{"name": "Ann", "city": "Bonn"}'::jsonb as data) m`.execute(reader.db);
        return rows[0]?.lacks;
      });

    expect(await lacks(['city'])).toBe(false);
    expect(await lacks(['name', 'city'])).toBe(true);
  },
);

test('computed keys and very long paths are not checked', () => {
  const isChecked = (output: string) => readTemplate(`{{ ${output} }}`, 'saving').needed.every(isCheckable);

  expect(['a[b]', `a${'.b'.repeat(10)}`, 'a.first.last.first'].map(isChecked)).toEqual([false, false, false]);
  expect([`a${'.b'.repeat(9)}`, 'a.first.last'].map(isChecked)).toEqual([true, true]);
});
