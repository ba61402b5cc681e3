import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { Client, TestApp } from '#testing';
import { startTestApp } from '#testing';

let app: TestApp;
let client: Client;
let inside: Client;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
});
afterAll(() => app.close());
beforeEach(async () => {
  const project = await app.given.project({ name: 'Acme' });
  client = app.as(project.secretKey);
  inside = project.owner.in(project.id);
});

const preview = async (body: object) => (await client.post('/templates/preview', body)).body;

test('texts are rendered with values of this render alone, as a send would', async () => {
  const reply = await preview({
    subject: 'Hello {{first name}}',
    body: '<style>p{color:red}</style><p>{{plan | upcase}} {{gone}} {{nick ?? "you"}}</p>',
    data: { 'first name': '<Ada>', plan: { value: 'pro', persistent: false } },
  });

  expect(reply).toEqual({
    subject: 'Hello <Ada>',
    body: '<p style="color: red;">PRO  you</p>',
    text: 'PRO you',
    variables: ['first name', 'plan', 'gone', 'nick'],
    missing: ['gone'],
    errors: [],
  });
});

test("a contact's own values count, and what is sent hides them", async () => {
  const contact = await client.post('/contacts', { email: 'ada@acme.example', data: { plan: 'free', city: 'Bonn' } });
  const reply = await preview({
    subject: '{{email}} {{id}}',
    body: '{{plan}} {{city ?? "none"}}',
    contactId: contact.body.id,
    data: { plan: 'pro', city: null, email: 'x@example.org' },
  });

  expect(reply).toMatchObject({ subject: `ada@acme.example ${contact.body.id}`, body: 'pro none' });
  expect((await client.get(`/contacts/${contact.body.id}`)).body.data).toEqual({ plan: 'free', city: 'Bonn' });
});

test('a template fills what is missing, and its type brings the footer', async () => {
  const template = await client.post('/templates', {
    name: 'T',
    subject: 'From template',
    body: '<p>Hi</p>',
    type: 'MARKETING',
  });
  const whole = await preview({ templateId: template.body.id });
  const other = await preview({ templateId: template.body.id, subject: 'Mine', type: 'TRANSACTIONAL' });

  expect(whole.subject).toBe('From template');
  expect(whole.body).toMatch(/Acme\. <a href="http:\/\/localhost:8080\/u\/preview"/);
  expect(whole.text).toContain('http://localhost:8080/u/preview');
  expect(other).toMatchObject({ subject: 'Mine', body: '<p>Hi</p>' });
});

test("the footer speaks the contact's language, then the project's, and gives way to a link of the author's", async () => {
  const type = 'MARKETING';
  expect((await preview({ body: 'x', type, data: { locale: 'de' } })).body).toContain('Abmelden');
  expect((await preview({ body: 'x', type })).body).toContain('Unsubscribe');
  expect((await preview({ body: '<a href="{{unsubscribeUrl}}">out</a>', type })).body).toBe(
    '<a href="http://localhost:8080/u/preview">out</a>',
  );
});

test('a mistake is reported with its place, and the text is substituted plainly', async () => {
  const reply = await preview({ subject: '{{name', body: '<p>\n{% if a %}{{name}}</p>', data: { name: 'Ada' } });

  expect(reply).toMatchObject({
    subject: '{{name',
    body: '<p>\n{% if a %}Ada</p>',
    errors: [
      { field: 'subject', line: 1, column: 1, message: 'Output is never closed.' },
      { field: 'body', line: 2, column: 1, message: "Tag 'if' is never closed." },
    ],
  });
});

test('a limit that only rendering can reach is reported too', async () => {
  const reply = await preview({ body: '{% for i in (1..999999) %}x{% endfor %}' });
  expect(reply.errors).toEqual([
    { field: 'body', line: 1, column: 1, message: 'The text takes more than 200,000 steps.' },
  ]);
});

test('unknown ids are 404, malformed ones and bad data 422', async () => {
  expect(await client.post('/templates/preview', { templateId: randomUUID() })).toMatchObject({
    status: 404,
    body: { error: { code: 'TEMPLATE_NOT_FOUND' } },
  });
  expect(await client.post('/templates/preview', { contactId: randomUUID() })).toMatchObject({
    status: 404,
    body: { error: { code: 'CONTACT_NOT_FOUND' } },
  });
  expect(await client.post('/templates/preview', { contactId: 'x', data: 7 })).toMatchObject({
    status: 422,
    body: {
      error: {
        errors: [
          { field: 'contactId', code: 'invalid_string' },
          { field: 'data', code: 'invalid_type' },
        ],
      },
    },
  });
});

test('an empty preview is possible, and nothing is stored', async () => {
  expect(await preview({})).toEqual({
    subject: '(no subject)',
    body: '',
    text: '',
    variables: [],
    missing: [],
    errors: [],
  });
  expect((await inside.get('/templates')).body.total).toBe(0);
});
