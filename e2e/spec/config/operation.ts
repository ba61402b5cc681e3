import assert from 'node:assert/strict';
import type { Entry } from '../entry.ts';
import { entry, it } from '../entry.ts';
import { refused } from '../world/expect.ts';
import type { World } from '../world/world.ts';

const portsOf = ({ url, operatorUrl }: World): string[] => [url, operatorUrl];

async function read(url: string): Promise<{ status: number; type: string | null; body: unknown }> {
  const response = await fetch(url);
  return { status: response.status, type: response.headers.get('content-type'), body: await response.json() };
}

const health = entry(
  'GET /health',
  it('answers on both ports that the process is there', async (world) => {
    for (const port of portsOf(world)) {
      const { status, body } = await read(`${port}/health`);
      assert.deepEqual({ status, body }, { status: 200, body: { status: 'ok' } });
      assert.equal((await fetch(`${port}/health`, { method: 'HEAD' })).status, 200);
    }
  }),
);

const ready = entry(
  'GET /ready',
  it('answers on both ports that every part is up', async (world) => {
    for (const port of portsOf(world)) {
      const { status, body } = await read(`${port}/ready`);
      const checks = { database: 'ok', migrations: 'ok', queue: 'ok' };
      assert.deepEqual({ status, body }, { status: 200, body: { status: 'ready', checks } });
    }
  }),
);

const metrics = entry(
  'GET /metrics',
  it("answers figures on the operator's port, and on no other", async (world) => {
    const response = await fetch(`${world.operatorUrl}/metrics`);
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^text\/plain/);
    assert.match(await response.text(), /^# (HELP|TYPE) /m);
    refused(await world.anyone().get('/metrics'), 404, 'RESOURCE_NOT_FOUND', { resource: 'route' });
  }),
);

export const operationEntries: readonly Entry[] = [health, ready, metrics];
