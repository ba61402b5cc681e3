import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { bearer } from '../../../testing/client.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { until } from '../../../testing/until.ts';
import { allRoutes, openApiDocument } from '../routes.ts';
import { makeTools, readable } from './tools.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
});
afterAll(() => app.close());

async function agent(secretKey: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: bearer(secretKey) };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${app.url}/mcp`), { requestInit }));
  return client;
}

/** What a tool returns, read. */
async function use(client: Client, name: string, given: Record<string, unknown> = {}) {
  const { content, isError = false } = await client.callTool({ name, arguments: given });
  const [first] = content;
  return { isError, body: first?.type === 'text' ? JSON.parse(first.text) : null };
}

const revision = '2026-07-28';
const current = (id: number, method: string, params: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method,
  params: {
    ...params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': revision,
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
});

test('tools read what their endpoints return, and take what these take (D-1070)', async () => {
  const { secretKey, as } = await project();
  const contact = (await as.post('/contacts', { email: 'ada@example.com', data: { plan: 'pro' } })).body;
  const client = await agent(secretKey);

  expect((await use(client, 'list_contacts', { limit: 5, search: 'ada' })).body).toEqual(
    (await as.get('/contacts?limit=5&search=ada')).body,
  );
  expect((await use(client, 'read_contact', { id: contact.id })).body).toEqual(
    (await as.get(`/contacts/${contact.id}`)).body,
  );
  expect((await use(client, 'list_domains')).body).toEqual([]);
});

test('every tool that reads answers, and none is offered that sends (D-1071)', async () => {
  const { secretKey } = await project();
  const client = await agent(secretKey);
  const { tools } = await client.listTools();

  expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
  const wholes = tools.filter(({ inputSchema }) => !inputSchema.required?.length);
  for (const { name } of wholes) expect([name, (await use(client, name)).isError]).toEqual([name, false]);
  expect(await use(client, 'send_email', { to: 'ada@example.com' })).toMatchObject({
    isError: true,
    body: { error: { code: 'UNKNOWN_TOOL' } },
  });
});

test('a project that allows it sends one mail to one person, once for each key (D-1071)', async () => {
  const { secretKey, as, id } = await project();
  await app.app.services.database.pool.query('update projects set mcp_sending = true where id = $1', [id]);
  const client = await agent(secretKey);
  const mail = { to: 'ada@example.com', from: 'hello@postrider.test', subject: 'Hello', body: '<p>Hi</p>' };

  const first = await use(client, 'send_email', { ...mail, idempotencyKey: 'one' });
  expect(first).toMatchObject({
    isError: false,
    body: { data: { emails: [{ contact: { email: 'ada@example.com' } }] } },
  });
  expect(await use(client, 'send_email', { ...mail, idempotencyKey: 'one' })).toMatchObject({
    isError: true,
    body: { error: { code: 'IDEMPOTENCY_KEY_REUSED' } },
  });
  expect(await use(client, 'send_email', { ...mail, to: ['a@example.com', 'b@example.com'] })).toMatchObject({
    isError: true,
  });
  expect((await as.get('/emails')).body.data).toHaveLength(1);
});

test('an id of a neighbour, a wrong value and an unknown tool are results that say what is wrong (D-1070)', async () => {
  const { secretKey } = await project();
  const neighbour = await project();
  const { id } = (await neighbour.as.post('/contacts', { email: 'bob@example.com' })).body;
  const client = await agent(secretKey);

  expect(await use(client, 'read_contact', { id })).toMatchObject({
    isError: true,
    body: { error: { code: 'CONTACT_NOT_FOUND' } },
  });
  expect(await use(client, 'list_contacts', { limit: 'many' })).toMatchObject({ isError: false });
  expect(await use(client, 'list_emails', { startDate: 'yesterday' })).toMatchObject({ isError: true });
  expect(await use(client, 'delete_project')).toMatchObject({ isError: true });
  expect(await use(client, 'löschen')).toMatchObject({ isError: true });
});

test('the current revision of the protocol needs no handshake (D-1070)', async () => {
  const { as } = await project();
  const found = await as.post('/mcp', current(1, 'server/discover'));
  expect(found).toMatchObject({
    status: 200,
    body: { result: { supportedVersions: expect.arrayContaining([revision]) } },
  });
  const called = await as.post('/mcp', current(2, 'tools/call', { name: 'list_segments', arguments: {} }));
  expect(called.body.result.content).toEqual([{ type: 'text', text: '[]' }]);
});

test('no message keeps a reply open or gets one of another kind (D-1070)', async () => {
  const { as } = await project();
  const listened = await as.post('/mcp', current(1, 'subscriptions/listen', { notifications: {} }));
  expect(listened.body).toMatchObject({ id: 1, error: { code: -32601 } });
  expect((await as.post('/mcp', { jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202);
  expect(await as.post('/mcp', current(1, 'resources/list'))).toMatchObject({
    status: 200,
    body: { error: { code: -32601 } },
  });
  expect((await as.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'resources/list' })).body).toMatchObject({
    error: { code: -32601 },
  });
});

test('calls stand in the log of the project with their tool, and without what it returned (D-1070)', async () => {
  const { secretKey, as } = await project();
  const { id } = (await as.post('/contacts', { email: 'ada@example.com', data: { apiToken: 'hidden-in-the-log' } }))
    .body;
  expect((await use(await agent(secretKey), 'read_contact', { id })).body.data).toEqual({
    apiToken: 'hidden-in-the-log',
  });
  const lines = async () => (await as.get('/logs?path=/mcp')).body.data as { requestId: string }[];
  expect(await until(async () => (await lines()).length >= 3, { pauseMs: 500 })).toBe(true);
  const texts = await Promise.all(
    (await lines()).map(async ({ requestId }) => (await as.get(`/logs/${requestId}`)).text),
  );
  expect(texts.filter((text) => text.includes('read_contact'))).toHaveLength(1);
  expect(texts.join()).not.toContain('hidden-in-the-log');
});

test('an error of ours is answered as everywhere, and not shown to the agent (D-1070)', async () => {
  const { as } = await project();
  const { pool } = app.app.services.database;
  await pool.query('revoke select on segments from postrider_app');
  const params = { name: 'list_segments' };
  const reply = await as.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  await pool.query('grant select on segments to postrider_app');
  expect(reply).toMatchObject({ status: 500, body: { error: { code: 'INTERNAL_SERVER_ERROR' } } });
  expect(reply.text).not.toContain('permission');
});

test('tools read endpoints that are open to the secret key of any project (D-1070)', () => {
  const { reading } = makeTools(allRoutes, openApiDocument('http://localhost'));
  expect(reading).toHaveLength(new Set(reading.map(({ name }) => name)).size);
  const paths = new Set<string>(Object.values(readable));
  const routes = allRoutes.filter(({ method, path }) => method === 'GET' && paths.has(path));
  expect(routes).toHaveLength(reading.length);
  expect(
    routes.filter(({ access, role, isStream, produces }) => access !== 'secret' || role || isStream || produces),
  ).toEqual([]);
});

async function project() {
  const made = await app.given.project();
  return { id: made.id, secretKey: made.secretKey, as: app.as(made.secretKey) };
}
