import assert from 'node:assert/strict';
import { openEndpoint } from '../conventions/open-endpoint.ts';
import { type Entry, entry, it } from '../entry.ts';
import { answered, answeredWhole, refused } from '../world/expect.ts';
import { doctorEntries } from './doctor.ts';
import { operationEntries } from './operation.ts';

const config = entry(
  'GET /config',
  openEndpoint(
    { endpoint: 'GET /config', status: 200, request: async () => ({ path: '/config' }) },
    { hasOpenCors: true, cacheControl: 'public, max-age=60' },
  ),
  it('shows what this instance offers, and nothing that is not enabled (D-1040)', async (world) => {
    const reply = await world.anyone().get('/config');
    answeredWhole(reply, 200, {
      name: 'Postrider',
      version: reply.body.version,
      environment: 'test',
      urls: {
        api: world.url,
        dashboard: `${world.url}/app`,
        docs: `${world.url}/docs`,
        reference: `${world.url}/reference`,
      },
      signupsEnabled: true,
      setupRequired: false,
      sandboxDomain: 'postrider.test',
      features: {
        email: { enabled: true, transport: 'smtp', trackingToggleEnabled: true },
        inbound: { enabled: false },
        smtp: { enabled: false, domain: null, ports: { secure: null, submission: null } },
        storage: { enabled: true, kind: 'database', maxImageBytes: 10485760 },
        billing: { enabled: true },
        authProviders: { corp: true },
        webhookEndpoints: { enabled: true },
      },
      limits: {
        requestsPerMinute: 1000,
        recipientsPerSend: 100,
        attachments: 10,
        attachmentBytes: 10485760,
        messageBytes: 41943040,
        subjectLength: 998,
        templateBytes: 524288,
        bulkIds: 1000,
        lookupEmails: 500,
        importBytes: 5242880,
        idempotencyHours: 24,
      },
    });
    assert.match(reply.body.version, /^\d+\.\d+\.\d+/);
  }),
  it('names no address that does not respond (D-1040)', async (world) => {
    const { urls, features } = (await world.anyone().get('/config')).body;
    const { api, ...pages } = urls;
    answered(await world.anyone().get(`${api}/config`.slice(world.url.length)), 200);
    for (const page of Object.values<unknown>(pages).filter((url) => typeof url === 'string')) {
      assert.ok((await fetch(page)).status < 400, page);
    }
    for (const id of Object.keys(features.authProviders)) {
      answered(await world.anyone().get(`/auth/oauth/${id}`), 302);
    }
  }),
  it('reports that setup is required until there is an owner (D-1040)', async (world) => {
    assert.equal(world.emptyConfig.setupRequired, true);
  }),
  it('exposes to pages what they may read (D-1040)', async (world) => {
    const exposed = 'X-Request-Id, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset';
    const reply = await world.anyone().get('/config', { origin: 'https://shop.example' });
    assert.equal(reply.headers['access-control-expose-headers'], exposed);
  }),
  it('refuses an unknown path', async (world) => {
    for (const path of ['/nothing', '/config/more', '/Config', '/metrics']) {
      refused(await world.anyone().get(path), 404, 'RESOURCE_NOT_FOUND', { resource: 'route' });
    }
    refused(await world.anyone().get('/contacts/%'), 400, 'BAD_REQUEST');
  }),
);

const contract = entry(
  'GET /openapi.json',
  openEndpoint(
    { endpoint: 'GET /openapi.json', status: 200, request: async () => ({ path: '/openapi.json' }) },
    { cacheControl: 'public, max-age=300' },
  ),
  it('is an OpenAPI 3.1 document with the address of this instance', async (world) => {
    const reply = await world.anyone().get('/openapi.json');
    answered(reply, 200, { openapi: '3.1.0', servers: [{ url: world.url }] });
  }),
);

const pageHeaders = { cacheControl: 'public, max-age=300', contentType: 'text/html; charset=utf-8' };

const reference = entry(
  'GET /reference',
  openEndpoint({ endpoint: 'GET /reference', status: 200, request: async () => ({ path: '/reference' }) }, pageHeaders),
  it('links every operation of the document', async (world) => {
    const { text } = await world.anyone().get('/reference');
    const { body } = await world.anyone().get('/openapi.json');
    for (const { operationId, tags } of Object.values<object>(body.paths).flatMap((path) => Object.values(path))) {
      assert.ok(text.includes(`href="/reference/${tags[0]}#${operationId}"`), operationId);
    }
  }),
);

const referenceGroup = entry(
  'GET /reference/:group',
  openEndpoint(
    { endpoint: 'GET /reference/:group', status: 200, request: async () => ({ path: '/reference/contacts' }) },
    pageHeaders,
  ),
  it('shows the operations of a group with the address of this instance', async (world) => {
    const { text } = await world.anyone().get('/reference/contacts');
    assert.match(text, /id="postContacts"/);
    assert.ok(text.includes(`${world.url}/contacts`));
  }),
  it('is not sent twice to a browser that has it', async (world) => {
    const { headers } = await world.anyone().get('/reference/contacts');
    const again = await world.anyone().get('/reference/contacts', { 'if-none-match': String(headers.etag) });
    assert.deepEqual([again.status, again.text], [304, '']);
  }),
  it('refuses an unknown group', async (world) => {
    refused(await world.anyone().get('/reference/nothing'), 404, 'RESOURCE_NOT_FOUND', { resource: 'group' });
  }),
);

const docs = entry(
  'GET /docs',
  openEndpoint({ endpoint: 'GET /docs', status: 200, request: async () => ({ path: '/docs' }) }, pageHeaders),
  it('names no page that does not respond', async (world) => {
    const { text } = await world.anyone().get('/docs');
    const pages = new Set([...text.matchAll(/href="(\/docs\/[^"]+)"/g)].map(([, path = '']) => path));
    assert.ok(pages.size > 40, String(pages.size));
    for (const path of pages) answered(await world.anyone().get(path), 200);
  }),
);

const docsTopPage = entry(
  'GET /docs/:page',
  openEndpoint(
    { endpoint: 'GET /docs/:page', status: 200, request: async () => ({ path: '/docs/quickstart' }) },
    pageHeaders,
  ),
  it('has the address of this instance', async (world) => {
    for (const path of ['/docs/quickstart', '/docs/quickstart.md']) {
      const { text } = await world.anyone().get(path);
      assert.ok(text.includes(`${world.url}/v1/send`), path);
      assert.ok(!text.includes('localhost:8080'), path);
    }
  }),
  it('is Markdown with .md behind its name', async (world) => {
    const { headers, text } = await world.anyone().get('/docs/quickstart.md');
    assert.equal(headers['content-type'], 'text/markdown; charset=utf-8');
    assert.match(text, /^# Quickstart\n/);
  }),
  it('refuses an unknown page', async (world) => {
    for (const path of ['/docs/nothing', '/docs/nothing.md', '/docs/threats', '/docs/..%2fREADME.md']) {
      refused(await world.anyone().get(path), 404, 'RESOURCE_NOT_FOUND', { resource: 'page' });
    }
  }),
);

const docsPage = entry(
  'GET /docs/:section/:page',
  openEndpoint(
    {
      endpoint: 'GET /docs/:section/:page',
      status: 200,
      request: async () => ({ path: '/docs/errors/VALIDATION_ERROR' }),
    },
    pageHeaders,
  ),
  it('is where a refusal points to (D-149)', async (world) => {
    const { headers } = await world.anyone().get('/contacts');
    assert.equal(headers.link, '</docs/errors/INVALID_API_KEY>; rel="help"');
    const { text } = await world.anyone().get('/docs/errors/INVALID_API_KEY');
    assert.match(text, /<h1[^>]*>INVALID_API_KEY<\/h1>/);
  }),
  it('has a page for each error code (D-1047)', async (world) => {
    const { body } = await world.anyone().get('/openapi.json');
    for (const { code } of body['x-error-codes']) answered(await world.anyone().get(`/docs/errors/${code}`), 200);
  }),
  it('is not sent twice to a browser that has it', async (world) => {
    const { headers } = await world.anyone().get('/docs/guides/webhooks');
    const again = await world.anyone().get('/docs/guides/webhooks', { 'if-none-match': String(headers.etag) });
    assert.deepEqual([again.status, again.text], [304, '']);
  }),
  it('refuses an unknown page', async (world) => {
    for (const path of ['/docs/guides/nothing', '/docs/pictures/nothing.webp', '/docs/decisions/0001-engine']) {
      refused(await world.anyone().get(path), 404, 'RESOURCE_NOT_FOUND', { resource: 'page' });
    }
  }),
);

const textHeaders = { cacheControl: 'public, max-age=300', contentType: 'text/plain; charset=utf-8' };

const llms = entry(
  'GET /llms.txt',
  openEndpoint({ endpoint: 'GET /llms.txt', status: 200, request: async () => ({ path: '/llms.txt' }) }, textHeaders),
  it('links pages of this instance as Markdown', async (world) => {
    const { text } = await world.anyone().get('/llms.txt');
    assert.match(text, /^# Postrider\n\n> /);
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
    assert.ok(links.length > 40, String(links.length));
    for (const link of links) assert.equal((await fetch(link)).status, 200, link);
  }),
);

const llmsFull = entry(
  'GET /llms-full.txt',
  openEndpoint(
    { endpoint: 'GET /llms-full.txt', status: 200, request: async () => ({ path: '/llms-full.txt' }) },
    textHeaders,
  ),
  it('has every page', async (world) => {
    const { text } = await world.anyone().get('/llms-full.txt');
    assert.match(text, /^# Quickstart$/m);
    assert.match(text, /^# 05 Sending and emails$/m);
  }),
);

const frontPage = entry(
  'GET /',
  openEndpoint(
    { endpoint: 'GET /', status: 200, request: async () => ({ path: '/' }) },
    { cacheControl: 'public, max-age=300' },
  ),
  it('shows what this is, with links', async (world) => {
    const reply = await world.anyone().get('/');
    answered(reply, 200, {
      name: 'Postrider',
      links: {
        documentation: `${world.url}/docs`,
        contract: `${world.url}/openapi.json`,
        dashboard: `${world.url}/app`,
      },
    });
    for (const link of Object.values<string>(reply.body.links)) {
      assert.equal((await fetch(link)).status, 200, link);
    }
  }),
  it('sends a browser to the dashboard', async (world) => {
    const reply = await world.anyone().get('/', { accept: 'text/html,*/*;q=0.8' });
    assert.deepEqual([reply.status, reply.headers.location], [302, `${world.url}/app`]);
    const page = await fetch(`${world.url}/app`);
    assert.deepEqual([page.status, page.headers.get('content-type')], [200, 'text/html; charset=utf-8']);
  }),
);

export const configEntries: readonly Entry[] = [
  config,
  contract,
  reference,
  referenceGroup,
  docs,
  docsTopPage,
  docsPage,
  llms,
  llmsFull,
  frontPage,
  ...doctorEntries,
  ...operationEntries,
];
