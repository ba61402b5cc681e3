import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { TooManyRequests } from '#platform/identity';
import { startTestApp, type TestApp } from '#testing';
import { answer, definePageRoute, openApi } from './index.ts';

const params = z.object({ name: z.string() });

const seen = definePageRoute({
  method: 'GET',
  path: '/seen/:name',
  summary: 'Says what it sees',
  params,
  replies: { 200: z.string() },
  produces: 'text/html',
  otherwise: { 'application/json': z.object({ name: z.string() }) },
  run: async ({ method, header }, { params: { name } }) =>
    answer(200, `<p>${method} ${name} ${header('accept-language')} ${header('x-none')}</p>`, {
      'content-type': 'text/html; charset=utf-8',
      'x-method': method,
    }),
});
const posted = definePageRoute({
  method: 'POST',
  path: '/seen/:name',
  summary: 'Says what it was sent',
  params,
  replies: { 200: z.string() },
  produces: 'text/plain',
  run: async (_call, { text }) => answer(200, `got ${text}`, { 'content-type': 'text/plain; charset=utf-8' }),
});
const bytes = definePageRoute({
  method: 'GET',
  path: '/bytes',
  summary: 'Four bytes',
  replies: { 200: z.string() },
  produces: 'image/gif',
  run: async () => answer(200, Buffer.from([0, 255, 128, 7]), { 'content-type': 'image/gif' }),
});

const broken = definePageRoute({
  method: 'GET',
  path: '/broken/:name',
  summary: 'Fails',
  params,
  replies: { 200: z.string() },
  produces: 'text/html',
  refusalPage: (refused, header) =>
    header('accept') === 'application/json'
      ? null
      : { body: `<p>${refused?.code ?? 'fault'}</p>`, headers: { 'content-type': 'text/html; charset=utf-8' } },
  async run(_call, { params: { name } }) {
    throw name === 'limit' ? TooManyRequests('address', { max: 1, windowSeconds: 60 }, 7) : new Error('broken');
  },
});

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'), {}, { extraRoutes: [seen, posted, bytes, broken] });
});
afterAll(() => app.close());

test('a page gets method and headers, and its text is sent unchanged', async () => {
  const reply = await app.anyone.get('/seen/ann', { 'accept-language': 'de' });

  expect([reply.status, reply.text]).toEqual([200, '<p>GET ann de null</p>']);
  expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(reply.headers['x-content-type-options']).toBe('nosniff');
});

test('HEAD reaches the page as HEAD, and has no body', async () => {
  const reply = await app.anyone.send({ method: 'HEAD', path: '/seen/ann' });

  expect([reply.status, reply.text, reply.headers['x-method']]).toEqual([200, '', 'HEAD']);
});

test.each([
  ['application/x-www-form-urlencoded', 'a=1&b=2'],
  ['multipart/form-data; boundary=x', '--x--'],
  ['application/json', '{'],
  ['text/nonsense', 'ä'],
])('a body of type %s reaches the page as it was sent', async (type, raw) => {
  const reply = await app.anyone.send({ method: 'POST', path: '/seen/ann', raw, headers: { 'content-type': type } });

  expect(reply.text).toBe(`got ${raw}`);
});

test('a body that is missing is an empty one, and one that is too large is refused', async () => {
  expect((await app.anyone.post('/seen/ann')).status).toBe(200);
  expect((await app.anyone.post('/seen/ann', 'x'.repeat(1_100_000))).status).toBe(413);
});

test('bytes stay bytes', async () => {
  const reply = await app.anyone.get('/bytes');

  expect([...reply.bytes]).toEqual([0, 255, 128, 7]);
  expect(reply.headers['content-type']).toBe('image/gif');
});

test('a page ignores credentials, and other methods get a 405 with the allowed ones', async () => {
  expect((await app.as('sk_wrong').get('/seen/ann')).status).toBe(200);
  const refused = await app.anyone.delete('/seen/ann');
  expect([refused.status, refused.headers.allow]).toEqual([405, 'GET, POST, HEAD']);
});

test('the contract names every media type of a page, also of its refusals', () => {
  const { paths, components } = openApi([seen], { title: 'x', version: '1' }) as {
    paths: Record<string, { get: { responses: Record<string, { content: object }> } }>;
    components: { responses: Record<string, { content: object }> };
  }; // our own document
  const { responses } = paths['/seen/{name}']?.get ?? { responses: {} };

  expect(Object.keys(responses['200']?.content ?? {})).toEqual(['text/html', 'application/json']);
  expect(Object.keys(components.responses.FailedPage?.content ?? {})).toEqual(['application/json', 'text/html']);
});

test('a page renders refusals itself, with their status and headers; programs get the envelope', async () => {
  const limited = await app.anyone.get('/broken/limit', { accept: 'text/html' });
  expect([limited.status, limited.text, limited.headers['retry-after']]).toEqual([
    429,
    '<p>RATE_LIMIT_EXCEEDED</p>',
    '7',
  ]);
  const fault = await app.anyone.get('/broken/x', { accept: 'text/html' });
  expect([fault.status, fault.text, fault.headers['content-type']]).toEqual([
    500,
    '<p>fault</p>',
    'text/html; charset=utf-8',
  ]);
  const envelope = await app.anyone.get('/broken/x', { accept: 'application/json' });
  expect([envelope.status, envelope.body.error.code]).toEqual([500, 'INTERNAL_SERVER_ERROR']);
});

test('an unreadable URL and an unknown path get the envelope, not a page', async () => {
  expect((await app.anyone.get('/seen/%zz')).body.error.code).toBe('BAD_REQUEST');
  expect((await app.anyone.get('/nowhere')).body.error.code).toBe('RESOURCE_NOT_FOUND');
});
