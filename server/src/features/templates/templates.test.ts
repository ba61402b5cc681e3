import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { Client, TestApp } from '#testing';
import { startTestApp } from '#testing';

let app: TestApp;
let client: Client;
let projectId: string;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
});
afterAll(() => app.close());
beforeEach(async () => {
  const project = await app.given.project();
  projectId = project.id;
  client = app.as(project.secretKey);
});

const welcome = {
  name: 'Welcome',
  subject: 'Hello {{first name ?? "there"}}',
  body: '<p>Hi {{first name}}</p>',
  type: 'TRANSACTIONAL',
};
const create = async (fields: object = {}) => (await client.post('/templates', { ...welcome, ...fields })).body;

test('a new template answers 201 with every field, and reads back the same', async () => {
  const created = await client.post('/templates', { ...welcome, name: ' Welcome ', from: 'Hello@postrider.test' });

  expect(created).toMatchObject({
    status: 201,
    body: { ...welcome, description: null, from: 'hello@postrider.test', fromName: null, replyTo: null, projectId },
  });
  expect((await client.get(`/templates/${created.body.id}`)).body).toEqual(created.body);
});

test('the body comes back byte for byte, although its style sheet is inlined for sending', async () => {
  const body = '<style>p{color:red}</style>\r\n<p >{{ a }}</P>\t';
  const { id } = await create({ body });

  expect((await client.get(`/templates/${id}`)).body.body).toBe(body);
});

test('missing fields are named, and a HEADLESS template begins as MARKETING', async () => {
  expect(await client.post('/templates', {})).toMatchObject({
    status: 422,
    body: {
      error: {
        errors: ['name', 'subject', 'body', 'type'].map((field) => ({ field, code: 'required' })),
      },
    },
  });
  expect(await client.post('/templates', { ...welcome, type: 'HEADLESS' })).toMatchObject({
    status: 422,
    body: {
      error: {
        errors: [{ field: 'type', code: 'invalid_enum_value', received: 'HEADLESS' }],
        suggestion: 'Create it as MARKETING, then change the type.',
      },
    },
  });
});

const wrongFields: [field: string, value: unknown, code: string][] = [
  ['name', '', 'too_small'],
  ['name', 'x'.repeat(201), 'too_big'],
  ['subject', '', 'too_small'],
  ['subject', 'x'.repeat(999), 'too_big'],
  ['subject', 'a\nb', 'invalid_string'],
  ['subject', 'a\rb', 'invalid_string'],
  ['body', '', 'too_small'],
  ['body', 'x'.repeat(512 * 1024 + 1), 'too_big'],
  ['description', 'x'.repeat(1_001), 'too_big'],
  ['fromName', 'a\u0007b', 'invalid_string'],
  ['fromName', 'x'.repeat(256), 'too_big'],
  ['from', 'nobody', 'invalid_string'],
  ['replyTo', 'a@b, c@d', 'invalid_string'],
  ['type', 'OTHER', 'invalid_enum_value'],
  ['type', 7, 'invalid_type'],
];

test.each(wrongFields)('%s %j is refused as %s when creating', async (field, value, code) => {
  expect(await client.post('/templates', { ...welcome, [field]: value })).toMatchObject({
    status: 422,
    body: { error: { code: 'VALIDATION_ERROR', errors: [{ field, code }] } },
  });
});

test('a text that does not parse is refused with field, line and column', async () => {
  const body = `${'\n'.repeat(11)}  {% if a %}`;
  const refused = await client.post('/templates', { ...welcome, subject: '{{ x ?? there }}', body });

  expect(refused).toMatchObject({
    status: 422,
    body: {
      success: false,
      error: {
        code: 'VALIDATION_ERROR',
        message: 'Request validation failed',
        errors: [
          { field: 'subject', code: 'template_syntax' },
          { field: 'body', code: 'template_syntax', message: "Tag 'if' is never closed (line 12, column 3)." },
        ],
        details: {
          templateErrors: [
            { field: 'subject', line: 1, column: 9 },
            { field: 'body', line: 12, column: 3, message: "Tag 'if' is never closed." },
          ],
        },
        suggestion: 'Write "there" in quotation marks.',
      },
    },
  });
  const tooMany = await client.post('/templates', { ...welcome, body: '{{a}}'.repeat(5_001) });
  expect(tooMany).toMatchObject({ status: 422, body: { error: { errors: [{ field: 'body', code: 'too_big' }] } } });
  expect(tooMany.body.error.details).toBeUndefined();
});

test('a sender on a domain that is not verified is refused, after the texts', async () => {
  const from = 'a@acme.example';
  expect(await client.post('/templates', { ...welcome, from })).toMatchObject({
    status: 403,
    body: {
      error: {
        code: 'DOMAIN_NOT_VERIFIED',
        details: { reason: 'DOMAIN_NOT_VERIFIED', domain: 'acme.example' },
        suggestion: expect.stringContaining('hello@postrider.test'),
      },
    },
  });
  expect(await client.post('/templates', { ...welcome, from, body: '{{' })).toMatchObject({ status: 422 });
  expect((await client.get('/templates')).body.total).toBe(0);
});

test('a change touches only what is given; null clears; nothing changed means nothing moved', async () => {
  const created = await create({ description: 'First', fromName: 'Acme', replyTo: 'r@acme.example' });
  const path = `/templates/${created.id}`;

  const changed = await client.patch(path, { description: null, type: 'HEADLESS', subject: 'New', name: null });
  expect(changed).toMatchObject({
    status: 200,
    body: { ...created, description: null, type: 'HEADLESS', subject: 'New', updatedAt: expect.any(String) },
  });
  expect(changed.body.updatedAt > created.updatedAt).toBe(true);
  expect((await client.patch(path, {})).body).toEqual(changed.body);
  expect((await client.patch(path, { subject: 'New', fromName: ' Acme ' })).body).toEqual(changed.body);
});

test('a wrong change is refused before the template is looked for, and applies nothing', async () => {
  const created = await create();
  for (const id of [created.id, randomUUID()]) {
    expect(await client.patch(`/templates/${id}`, { body: '{% if %}', name: 'X' })).toMatchObject({ status: 422 });
  }
  expect(await client.patch(`/templates/${created.id}`, { from: 'a@acme.example', name: 'X' })).toMatchObject({
    status: 403,
  });
  expect((await client.get(`/templates/${created.id}`)).body).toEqual(created);
});

test('a deleted template is gone, and a second delete says so', async () => {
  const { id } = await create();

  expect(await client.delete(`/templates/${id}`)).toMatchObject({ status: 204, text: '' });
  for (const reply of [await client.delete(`/templates/${id}`), await client.get(`/templates/${id}`)]) {
    expect(reply).toMatchObject({
      status: 404,
      body: { error: { code: 'TEMPLATE_NOT_FOUND', details: { resource: 'template', id } } },
    });
  }
});

test('a duplicate copies everything under a new name, cut to fit', async () => {
  const original = await create({ name: 'x'.repeat(200), fromName: 'Acme', description: 'D', type: 'MARKETING' });
  await client.patch(`/templates/${original.id}`, { type: 'HEADLESS' });
  const { status, body } = await client.post(`/templates/${original.id}/duplicate`);

  expect(status).toBe(201);
  expect(body).toMatchObject({
    fromName: 'Acme',
    description: 'D',
    type: 'HEADLESS',
    subject: original.subject,
    body: original.body,
  });
  expect(body.name).toBe(`${'x'.repeat(193)} (Copy)`);
  expect(body.id).not.toBe(original.id);
});

test("a neighbour's template does not exist", async () => {
  const { id } = await create();
  const neighbour = app.as((await app.given.project()).secretKey);

  for (const reply of [
    await neighbour.get(`/templates/${id}`),
    await neighbour.patch(`/templates/${id}`, { name: 'X' }),
    await neighbour.delete(`/templates/${id}`),
    await neighbour.post(`/templates/${id}/duplicate`),
    await neighbour.get(`/templates/${id}/usage`),
    await neighbour.post('/templates/preview', { templateId: id }),
  ]) {
    expect(reply).toMatchObject({ status: 404, body: { error: { code: 'TEMPLATE_NOT_FOUND' } } });
  }
  expect((await neighbour.get('/templates')).body).toEqual({
    data: [],
    total: 0,
    page: 1,
    pageSize: 20,
    totalPages: 0,
  });
});

test('the list is paged, sorted, searched and filtered as decided', async () => {
  for (const [name, subject, description] of [
    ['beta', 'Sale 50%', null],
    ['Alpha', 'News', 'for VIP_s'],
    ['gamma', 'News', null],
  ]) {
    await create({ name, subject, description, type: name === 'gamma' ? 'MARKETING' : 'TRANSACTIONAL' });
  }
  const names = async (query: string) =>
    (await client.get(`/templates?${query}`)).body.data.map(({ name }: { name: string }) => name);

  expect(await names('')).toEqual(['gamma', 'Alpha', 'beta']);
  expect(await names('sort=name&dir=asc')).toEqual(['Alpha', 'beta', 'gamma']);
  expect(await names('sort=bogus&dir=up')).toEqual(['gamma', 'Alpha', 'beta']);
  expect(await names('search=vip_S')).toEqual(['Alpha']);
  expect(await names('search=50%25')).toEqual(['beta']);
  expect(await names('search=%25')).toEqual(['beta']);
  expect(await names('search=news&type=MARKETING')).toEqual(['gamma']);
  expect((await client.get('/templates?page=2&pageSize=2')).body).toMatchObject({
    total: 3,
    page: 2,
    pageSize: 2,
    totalPages: 2,
  });
  expect((await client.get('/templates?page=9&pageSize=1000')).body).toMatchObject({
    data: [],
    total: 3,
    page: 9,
    pageSize: 100,
  });
  expect((await client.get('/templates?page=-1&pageSize=x')).body).toMatchObject({ page: 1, pageSize: 20 });
  expect(await client.get('/templates?type=OTHER')).toMatchObject({
    status: 400,
    body: {
      error: { details: { parameter: 'type', received: 'OTHER', allowed: ['TRANSACTIONAL', 'MARKETING', 'HEADLESS'] } },
    },
  });
});

test('a template that nobody uses has empty usage', async () => {
  const { id } = await create();
  expect((await client.get(`/templates/${id}/usage`)).body).toEqual({
    campaigns: [],
    workflowSteps: [],
    counts: { campaigns: 0, workflowSteps: 0 },
    emailsSent: 0,
  });
});
