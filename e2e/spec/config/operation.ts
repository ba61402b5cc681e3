import assert from 'node:assert/strict';
import { type Client, clientOf } from '@postrider/server/testing/client';
import { type Entry, entry, it } from '../entry.ts';
import { refused } from '../world/expect.ts';
import type { World } from '../world/world.ts';

const clientsOf = ({ url, operatorUrl }: World): Client[] => [clientOf(url), clientOf(operatorUrl)];

const health = entry(
  'GET /health',
  it('reports on both ports that the process is up', async (world) => {
    for (const client of clientsOf(world)) {
      const { status, body } = await client.get('/health');
      assert.deepEqual({ status, body }, { status: 200, body: { status: 'ok' } });
      assert.equal((await client.send({ method: 'HEAD', path: '/health' })).status, 200);
    }
  }),
);

const ready = entry(
  'GET /ready',
  it('reports on both ports that every part is up', async (world) => {
    for (const client of clientsOf(world)) {
      const { status, body } = await client.get('/ready');
      const checks = { database: 'ok', migrations: 'ok', queue: 'ok' };
      assert.deepEqual({ status, body }, { status: 200, body: { status: 'ready', checks } });
    }
  }),
);

const metrics = entry(
  'GET /metrics',
  it("returns metrics on the operator's port, and on no other", async (world) => {
    const response = await clientOf(world.operatorUrl).get('/metrics');
    assert.equal(response.status, 200);
    assert.match(response.headers['content-type'] ?? '', /^text\/plain/);
    assert.match(response.text, /^# (HELP|TYPE) /m);
    refused(await world.anyone().get('/metrics'), 404, 'RESOURCE_NOT_FOUND', { resource: 'route' });
  }),
);

export const operationEntries: readonly Entry[] = [health, ready, metrics];
