import assert from 'node:assert/strict';
import { projectEndpoint, projectEndpointWithBody } from '../conventions/project-endpoint.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import { entry, it } from '../entry.ts';
import { answered, invalid, isInstant, refused } from '../world/expect.ts';
import type { Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { forgetEndpoints, idInPath, newDelivery, newEndpoint, requestOf } from './new-endpoint.ts';

const path = '/webhook-endpoints';
const writing = { role: 'ADMIN' } as const;
const dayMs = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * dayMs).toISOString();

const testSubject = {
  endpoint: 'POST /webhook-endpoints/:id/test',
  status: 200,
  ...writing,
  request: requestOf('/test', { type: 'signup' }),
} as const;
const rotateSubject = {
  endpoint: 'POST /webhook-endpoints/:id/rotate-secret',
  status: 200,
  ...writing,
  request: requestOf('/rotate-secret'),
} as const;
const replaySubject = {
  endpoint: 'POST /webhook-endpoints/:id/replay',
  status: 202,
  ...writing,
  async request(world: World, owner: Owner) {
    return requestOf('/replay', { since: daysAgo(1) })(world, owner);
  },
} as const;
const listSubject = {
  endpoint: 'GET /webhook-endpoints/:id/deliveries',
  status: 200,
  request: requestOf('/deliveries'),
} as const;
const replayOneSubject = {
  endpoint: 'POST /webhook-endpoints/:id/deliveries/:deliveryId/replay',
  status: 202,
  ...writing,
  async request(world: World, owner: Owner) {
    await forgetEndpoints(world, owner);
    const endpoint = await newEndpoint(owner);
    const { id } = await newDelivery(owner, endpoint.id);
    return { path: `${path}/${endpoint.id}/deliveries/${id}/replay` };
  },
} as const;

export const testEndpoint = entry(
  'POST /webhook-endpoints/:id/test',
  projectEndpointWithBody(testSubject),
  unknownIds(testSubject, idInPath),
  it('makes one call and says what came of it; nothing is logged', async (world) => {
    const owner = await world.owner();
    const { id } = await newEndpoint(owner);
    const reply = await owner.key.post(`${path}/${id}/test`, {});
    answered(reply, 200, { success: false, statusCode: null, response: null });
    assert.ok(reply.body.error.length > 0);
    answered(await owner.key.get(`${path}/${id}/deliveries`), 200, { data: [], total: 0 });
    answered(await owner.key.get(`${path}/${id}`), 200, { state: 'ok', lastSuccessAt: null });
  }),
);

export const rotateSecret = entry(
  'POST /webhook-endpoints/:id/rotate-secret',
  projectEndpoint(rotateSubject),
  unknownIds(rotateSubject, idInPath),
  it('returns a new secret', async (world) => {
    const owner = await world.owner();
    const { id, secret } = await newEndpoint(owner);
    const reply = await owner.key.post(`${path}/${id}/rotate-secret`);
    answered(reply, 200, { id });
    assert.match(reply.body.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.notEqual(reply.body.secret, secret);
    answered(await owner.key.get(`${path}/${id}`), 200, { secretLast4: reply.body.secret.slice(-4) });
  }),
);

export const listDeliveries = entry(
  'GET /webhook-endpoints/:id/deliveries',
  projectEndpoint(listSubject),
  unknownIds(listSubject, idInPath),
  it('shows the newest first, page by page (D-1055)', async (world) => {
    const owner = await world.owner();
    const { id } = await newEndpoint(owner);
    const made = [];
    for (let n = 0; n < 3; n += 1) made.unshift((await newDelivery(owner, id)).id);
    const first = await owner.key.get(`${path}/${id}/deliveries?limit=2`);
    answered(first, 200, { hasMore: true, total: 3, data: made.slice(0, 2).map((one) => ({ id: one })) });
    const second = await owner.key.get(`${path}/${id}/deliveries?limit=2&cursor=${first.body.cursor}`);
    answered(second, 200, { hasMore: false, total: 0, cursor: '', data: [{ id: made[2], type: 'signup' }] });
    isInstant(first.body.data[0].createdAt);
    refused(await owner.key.get(`${path}/${id}/deliveries?cursor=nonsense`), 400, 'BAD_REQUEST', {
      parameter: 'cursor',
    });
  }),
  it('narrows by status and type', async (world) => {
    const owner = await world.owner();
    const { id } = await newEndpoint(owner);
    await newDelivery(owner, id);
    const count = async (query: string): Promise<number> =>
      (await owner.key.get(`${path}/${id}/deliveries?${query}`)).body.data.length;
    assert.deepEqual(
      [
        await count('status=waiting'),
        await count('status=succeeded'),
        await count('type=signup'),
        await count('type=x'),
      ],
      [1, 0, 1, 0],
    );
    refused(await owner.key.get(`${path}/${id}/deliveries?status=lost`), 400, 'BAD_REQUEST', { parameter: 'status' });
  }),
);

export const replayOne = entry(
  'POST /webhook-endpoints/:id/deliveries/:deliveryId/replay',
  projectEndpoint(replayOneSubject),
  unknownIds(replayOneSubject, idInPath),
  it('makes what waits due, and finds no delivery of another endpoint', async (world) => {
    const owner = await world.owner();
    const [one, two] = [await newEndpoint(owner), await newEndpoint(owner, { events: ['other'] })];
    const delivery = await newDelivery(owner, one.id);
    const replay = (endpointId: string) => owner.key.post(`${path}/${endpointId}/deliveries/${delivery.id}/replay`);
    answered(await replay(one.id), 202, { id: delivery.id, eventId: delivery.eventId, status: 'waiting' });
    refused(await replay(two.id), 404, 'RESOURCE_NOT_FOUND', { resource: 'webhookDelivery', id: delivery.id });
    await owner.key.patch(`${path}/${one.id}`, { enabled: false });
    refused(await replay(one.id), 400, 'WEBHOOK_DISABLED', { reason: 'USER' });
  }),
);

export const replayEvents = entry(
  'POST /webhook-endpoints/:id/replay',
  projectEndpointWithBody(replaySubject),
  unknownIds(replaySubject, idInPath),
  it('starts a job', async (world) => {
    const owner = await world.owner();
    const { id } = await newEndpoint(owner);
    const reply = await owner.key.post(`${path}/${id}/replay`, { since: daysAgo(29), types: ['signup'] });
    answered(reply, 202, { message: 'Queued' });
    answered(await owner.key.get(`/contacts/bulk/${reply.body.jobId}`), 200, { type: 'replay-webhooks' });
    await owner.key.patch(`${path}/${id}`, { enabled: false });
    refused(await owner.key.post(`${path}/${id}/replay`, { since: daysAgo(1) }), 400, 'WEBHOOK_DISABLED');
  }),
  it('refuses a time that is none, or too long ago', async (world) => {
    const owner = await world.owner();
    const { id } = await newEndpoint(owner);
    invalid(await owner.key.post(`${path}/${id}/replay`, {}), ['since', 'required']);
    invalid(await owner.key.post(`${path}/${id}/replay`, { since: 'yesterday' }), ['since', 'invalid_date']);
    invalid(await owner.key.post(`${path}/${id}/replay`, { since: daysAgo(31) }), ['since', 'custom']);
    invalid(await owner.key.post(`${path}/${id}/replay`, { since: daysAgo(1), types: [] }), ['types', 'too_small']);
  }),
);
