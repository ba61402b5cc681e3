import { expect, test } from 'vitest';
import { type ApiDocument, referencePages } from './index.ts';
import { maxDepth, maxRows, schemaRows } from './schema-rows.ts';

const hostile = `"'><script>alert(1)</script>&amp;\`<img src=https://evil.example/x>\``;

const documentWith = (text: string): ApiDocument => ({
  info: { title: text, version: text },
  servers: [{ url: 'https://mail.acme.example' }],
  tags: [{ name: 'things', description: text }],
  'x-error-codes': [{ status: 400, code: text, when: text }],
  paths: {
    '/things/{thingId}': {
      post: {
        tags: ['things'],
        operationId: 'postThings',
        summary: text,
        description: text,
        'x-auth': 'secret',
        'x-role': text,
        parameters: [
          { name: text, in: 'query', schema: { type: text, enum: [text], default: text, description: text } },
        ],
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'object', properties: { [text]: { type: 'string', pattern: text, description: text } } },
              example: { text },
            },
          },
        },
        responses: {
          200: { content: { [text]: { schema: { $ref: '#/components/schemas/Thing' }, example: text } } },
          201: { content: { [text]: { schema: { $ref: '#/components/schemas/Thing' }, example: text } } },
          202: {},
          400: {
            content: { 'application/json': { schema: {}, examples: { one: { $ref: '#/components/examples/One' } } } },
          },
        },
      },
    },
  },
  components: {
    schemas: { Thing: { type: 'object', properties: { [text]: { const: text, format: text } } } },
    examples: { One: { summary: text, value: { error: { code: text } } } },
  },
});

test('no text of the document becomes an element, an attribute or a request', () => {
  const pages = referencePages(documentWith(hostile));
  const elements = (page: string) => page.match(/<[a-z!/][^>]*>/g);
  const harmless = referencePages(documentWith('`code` of a thing'));

  for (const [bad, good] of [
    [pages.overview(), harmless.overview()],
    [pages.group('things') ?? '', harmless.group('things') ?? ''],
  ] as const) {
    expect(bad).not.toMatch(/<script|<img|<iframe/i);
    expect(bad).toContain('&quot;&#39;&gt;&lt;script&gt;alert(1)');
    expect(elements(bad)?.filter((tag) => !tag.startsWith('<code') && !tag.startsWith('</code'))).toEqual(
      elements(good)?.filter((tag) => !tag.startsWith('<code') && !tag.startsWith('</code')),
    );
  }
});

test('the request of an operation can be pasted into a shell', () => {
  const page = referencePages(documentWith("it's")).group('things');

  expect(page).toContain('curl -X POST &quot;https://mail.acme.example/things/$THING_ID&quot; \\\n');
  expect(page).toContain('-H &quot;Authorization: Bearer $POSTRIDER_KEY&quot; \\\n');
  expect(page).toContain('&quot;text&quot;: &quot;it&#39;\\&#39;&#39;s&quot;');
});

test('there is no page of an unknown group', () => {
  expect(referencePages(documentWith('x')).group('nothing')).toBeNull();
  expect(referencePages(documentWith('x')).group('constructor')).toBeNull();
});

test('nested values have dotted names, with limits, default and every type', () => {
  const { rows, isCut } = schemaRows(
    {
      type: 'object',
      required: ['list'],
      properties: {
        list: { type: 'array', maxItems: 1000, items: { $ref: '#/components/schemas/Item' } },
        size: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        name: { type: 'string', minLength: 1 },
        count: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
      },
    },
    {
      Item: {
        anyOf: [
          { type: 'object', required: ['id'], properties: { id: { type: 'string', minLength: 1, maxLength: 9 } } },
          { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, more: { type: 'null' } } },
        ],
      },
    },
  );

  expect(isCut).toBe(false);
  expect(rows.map(({ name, type, limits, isRequired }) => [name, type, limits.join(), isRequired])).toEqual([
    ['list', 'array of objects', 'at most 1,000 items', true],
    ['list[].id', 'string or integer', '1 to 9 characters', true],
    ['list[].more', 'null', '', false],
    ['size', 'integer', '1 to 100', false],
    ['name', 'string', 'not empty', false],
    ['count', 'integer', '', false],
  ]);
  expect(rows.find(({ name }) => name === 'size')?.fallback).toBe(20);
});

test('a shape inside itself, a deep one and a wide one end', () => {
  const tree = { type: 'object', properties: { child: { $ref: '#/components/schemas/Tree' } } };
  let deep: object = { type: 'string' };
  for (let level = 0; level < maxDepth + 5; level += 1) deep = { type: 'object', properties: { in: deep } };
  const wide = Object.fromEntries(Array.from({ length: maxRows + 1 }, (_, at) => [`field${at}`, { type: 'string' }]));

  expect(schemaRows({ $ref: '#/components/schemas/Tree' }, { Tree: tree }).rows.map(({ name }) => name)).toEqual([
    'child',
  ]);
  const ends = schemaRows(deep, {});
  expect([ends.rows.length, ends.isCut]).toEqual([maxDepth, true]);
  const cut = schemaRows({ type: 'object', properties: wide }, {});
  expect([cut.rows.length, cut.isCut]).toEqual([maxRows, true]);
});

test('statuses with the same reply are shown once', () => {
  const page = referencePages(documentWith('x')).group('things') ?? '';
  const shown = [...page.matchAll(/class="status">([^<]*)</g)].map(([, statuses]) => statuses);

  expect(shown).toEqual(['200 or 201', '202']);
});
