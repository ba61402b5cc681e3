import assert from 'node:assert/strict';
import { projectEndpoint, projectEndpointWithBody } from '../conventions/project-endpoint.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import { entry, it } from '../entry.ts';
import { answered, answeredWhole, invalid, isInstant, isUuid7, refused } from '../world/expect.ts';
import type { Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { forgetEndpoints, idInPath, newDelivery, newEndpoint, requestOf, someUrl } from './new-endpoint.ts';

const path = '/webhook-endpoints';
const listSubject = { endpoint: 'GET /webhook-endpoints', status: 200, request: async () => ({ path }) } as const;
const createSubject = {
  endpoint: 'POST /webhook-endpoints',
  status: 201,
  role: 'ADMIN',
  async request(world: World, owner: Owner) {
    await forgetEndpoints(world, owner);
    return { path, body: { url: someUrl, events: ['email.*'] } };
  },
} as const;
const getSubject = { endpoint: 'GET /webhook-endpoints/:id', status: 200, request: requestOf() } as const;
const patchSubject = {
  endpoint: 'PATCH /webhook-endpoints/:id',
  status: 200,
  role: 'ADMIN',
  request: requestOf('', { description: 'other' }),
} as const;
const deleteSubject = {
  endpoint: 'DELETE /webhook-endpoints/:id',
  status: 204,
  role: 'ADMIN',
  request: requestOf(),
} as const;

export const listEndpoints = entry(
  'GET /webhook-endpoints',
  projectEndpoint(listSubject),
  it('returns a bare array, oldest first, without secrets', async (world) => {
    const owner = await world.owner();
    answeredWhole(await owner.key.get(path), 200, []);
    const [one, two] = [await newEndpoint(owner), await newEndpoint(owner)];
    const reply = await owner.key.get(path);
    answered(reply, 200, [{ id: one.id }, { id: two.id }]);
    assert.ok(!reply.text.includes(one.secret));
  }),
);

export const createEndpoint = entry(
  'POST /webhook-endpoints',
  projectEndpointWithBody(createSubject),
  it('returns the record with its secret, this once (D-1050)', async (world) => {
    const owner = await world.owner();
    const events = [' email.opened ', 'email.*', '*', 'order placed'];
    const reply = await owner.key.post(path, { url: someUrl, events, description: ' Shop ' });
    const { id, secret, secretLast4, createdAt, updatedAt } = reply.body;
    isUuid7(id);
    for (const moment of [createdAt, updatedAt]) isInstant(moment);
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    const record = {
      id,
      url: someUrl,
      description: 'Shop',
      events: ['email.opened', 'email.*', '*', 'order placed'],
      enabled: true,
      disabledReason: null,
      state: 'ok',
      failingSince: null,
      lastSuccessAt: null,
      pending: 0,
      abandoned: 0,
      secretLast4: secret.slice(-4),
      projectId: owner.project.id,
      createdAt,
      updatedAt,
    };
    assert.equal(secretLast4, secret.slice(-4));
    answeredWhole(reply, 201, { ...record, secret });
    answeredWhole(await owner.key.get(`${path}/${id}`), 200, record);
    answered(await owner.key.post(path, { url: someUrl, events: ['*'], enabled: false }), 201, {
      enabled: false,
      disabledReason: 'USER',
    });
  }),
  it('refuses URLs that are never called, and patterns that are none', async (world) => {
    const { key } = await world.own();
    const events = ['*'];
    invalid(await key.post(path, {}), ['url', 'required'], ['events', 'required']);
    invalid(await key.post(path, { url: '', events: [] }), ['url', 'too_small'], ['events', 'too_small']);
    invalid(await key.post(path, { url: `https://a.example/${'x'.repeat(2_048)}`, events }), ['url', 'too_big']);
    for (const url of [
      'nonsense',
      'ftp://a.example',
      'http://a.example',
      'https://me:pw@a.example',
      'https://a.example:22',
    ])
      invalid(await key.post(path, { url, events }), ['url', 'custom']);
    invalid(
      await key.post(path, { url: someUrl, events: [' ', 'a\u0007', 'x'.repeat(256), 7] }),
      ['events.0', 'too_small'],
      ['events.1', 'invalid_string'],
      ['events.2', 'too_big'],
      ['events.3', 'invalid_type', 'number'],
    );
    invalid(await key.post(path, { url: someUrl, events: Array(51).fill('a') }), ['events', 'too_big']);
    invalid(await key.post(path, { url: someUrl, events, description: 'x'.repeat(501) }), ['description', 'too_big']);
  }),
  it('refuses the eleventh', async (world) => {
    const owner = await world.owner();
    for (let n = 0; n < 10; n += 1) await newEndpoint(owner);
    const reply = await owner.key.post(path, { url: someUrl, events: ['*'] });
    refused(reply, 400, 'WEBHOOK_LIMIT_REACHED', { limit: 10 });
  }),
);

export const getEndpoint = entry(
  'GET /webhook-endpoints/:id',
  projectEndpoint(getSubject),
  unknownIds(getSubject, idInPath),
  it('counts what waits', async (world) => {
    const owner = await world.owner();
    const { id } = await newEndpoint(owner);
    await newDelivery(owner, id);
    answered(await owner.key.get(`${path}/${id}`), 200, { id, pending: 1 });
  }),
);

export const patchEndpoint = entry(
  'PATCH /webhook-endpoints/:id',
  projectEndpointWithBody(patchSubject),
  unknownIds(patchSubject, idInPath),
  it('changes what is given and nothing else', async (world) => {
    const owner = await world.owner();
    const { id } = await newEndpoint(owner, { description: 'Shop' });
    const url = 'https://hooks.example/other';
    answered(await owner.key.patch(`${path}/${id}`, { url, events: ['*'] }), 200, {
      url,
      events: ['*'],
      description: 'Shop',
      enabled: true,
    });
    answered(await owner.key.patch(`${path}/${id}`, { description: null }), 200, { url, description: null });
    answered(await owner.key.patch(`${path}/${id}`, { enabled: false }), 200, {
      enabled: false,
      disabledReason: 'USER',
    });
    answered(await owner.key.patch(`${path}/${id}`, { enabled: true }), 200, { enabled: true, disabledReason: null });
  }),
  it('refuses what cannot be created either', async (world) => {
    const owner = await world.owner();
    const { id } = await newEndpoint(owner);
    invalid(await owner.key.patch(`${path}/${id}`, { url: 'http://a.example' }), ['url', 'custom']);
    invalid(await owner.key.patch(`${path}/${id}`, { events: [] }), ['events', 'too_small']);
  }),
);

export const deleteEndpoint = entry(
  'DELETE /webhook-endpoints/:id',
  projectEndpoint(deleteSubject),
  unknownIds(deleteSubject, idInPath),
  it('is gone afterwards, with its deliveries', async (world) => {
    const owner = await world.owner();
    const { id } = await newEndpoint(owner);
    await newDelivery(owner, id);
    answered(await owner.key.delete(`${path}/${id}`), 204);
    for (const end of ['', '/deliveries'])
      refused(await owner.key.get(`${path}/${id}${end}`), 404, 'RESOURCE_NOT_FOUND', {
        resource: 'webhookEndpoint',
        id,
      });
    refused(await owner.key.delete(`${path}/${id}`), 404, 'RESOURCE_NOT_FOUND');
  }),
);
