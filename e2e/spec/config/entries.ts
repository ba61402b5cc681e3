import assert from 'node:assert/strict';
import { openEndpoint } from '../conventions/open-endpoint.ts';
import type { Entry } from '../entry.ts';
import { entry, it } from '../entry.ts';
import { answered, refused } from '../world/expect.ts';

const config = entry(
  'GET /config',
  openEndpoint(
    { endpoint: 'GET /config', status: 200, request: async () => ({ path: '/config' }) },
    { hasOpenCors: true, cacheControl: 'public, max-age=60' },
  ),
  it('says what this instance offers, and nothing that is not switched on', async (world) => {
    const reply = await world.anyone().get('/config');
    answered(reply, 200, {
      name: 'Postrider',
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
      features: { smtp: { enabled: false, domain: null, ports: { secure: null, submission: null } } },
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
    const features = ['authProviders', 'billing', 'email', 'inbound', 'smtp', 'storage', 'webhookEndpoints'];
    assert.deepEqual(Object.keys(reply.body.features).toSorted(), features);
  }),
  it('asks for a first owner until there is one', async (world) => {
    assert.equal(world.emptyConfig.setupRequired, true);
  }),
  it('exposes to pages what they may read', async (world) => {
    const exposed = 'X-Request-Id, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset';
    const reply = await world.anyone().get('/config', { origin: 'https://shop.example' });
    assert.equal(reply.headers['access-control-expose-headers'], exposed);
  }),
  it('names no unknown path', async (world) => {
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

export const configEntries: readonly Entry[] = [config, contract];
