import assert from 'node:assert/strict';
import type { Reply } from '@postrider/server/testing/client';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { entry, it } from '../entry.ts';
import { answered, refused } from '../world/expect.ts';
import type { World } from '../world/world.ts';
import { aDelay, addSteps, newWorkflow } from './new-workflow.ts';

const names = (reply: Reply): string[] => reply.body.data.map(({ name }: { name: string }) => name);

/** Four workflows, once: `w0` to `W3`, with as many steps as their number; the third is enabled. */
async function ownerWithWorkflows(world: World) {
  const owner = await world.own();
  if ((await owner.key.get('/workflows')).body.total === 0) {
    for (let n = 0; n < 4; n += 1) {
      const { id } = await newWorkflow(owner, { name: `${n % 2 ? 'W' : 'w'}${n}`, description: `About ${n} 50%` });
      await addSteps(owner, id, ...Array.from({ length: n }, () => aDelay));
      if (n === 2) answered(await owner.key.patch(`/workflows/${id}`, { enabled: true }), 200);
    }
  }
  return owner;
}

export const listWorkflows = entry(
  'GET /workflows',
  it('returns workflows without their graph, the newest first, with the number of their steps', async (world) => {
    const { key } = await ownerWithWorkflows(world);
    const reply = await key.get('/workflows');
    answered(reply, 200, { total: 4, page: 1, pageSize: 20, totalPages: 1 });
    assert.deepEqual(names(reply), ['W3', 'w2', 'W1', 'w0']);
    const counts = reply.body.data.map((workflow: { _count: { steps: number } }) => workflow._count.steps);
    assert.deepEqual(counts, [3, 2, 1, 0]);
    const [{ _count, ...record }] = reply.body.data;
    const { body } = await key.get(`/workflows/${record.id}`);
    const { steps, transitions, problems, activeByVersion } = body;
    assert.deepEqual({ ...record, steps, transitions, problems, activeByVersion }, body);
  }),
  it('is paged by number', async (world) => {
    const { key } = await ownerWithWorkflows(world);
    const reply = await key.get('/workflows?page=2&pageSize=3');
    answered(reply, 200, { total: 4, page: 2, pageSize: 3, totalPages: 2 });
    assert.deepEqual(names(reply), ['w0']);
    answered(await key.get('/workflows?page=99'), 200, { data: [], total: 4 });
  }),
  it('sorts by name without regard to case, by steps and by dates, and falls back silently', async (world) => {
    const { key } = await ownerWithWorkflows(world);
    assert.deepEqual(names(await key.get('/workflows?sort=name&dir=asc')), ['w0', 'W1', 'w2', 'W3']);
    assert.deepEqual(names(await key.get('/workflows?sort=steps&dir=desc')), ['W3', 'w2', 'W1', 'w0']);
    assert.deepEqual(names(await key.get('/workflows?sort=createdAt&dir=asc&pageSize=1')), ['w0']);
    assert.deepEqual(names(await key.get('/workflows?sort=bogus&pageSize=1')), ['W3']);
  }),
  it('searches a plain part of name and description, and filters by status', async (world) => {
    const { key } = await ownerWithWorkflows(world);
    for (const [query, found] of [
      ['search=w1', ['W1']],
      ['search=ABOUT%203', ['W3']],
      ['search=50%25', ['W3', 'w2', 'W1', 'w0']],
      ['search=5_', []],
      ['status=active', ['w2']],
      ['status=disabled', ['W3', 'W1', 'w0']],
      ['status=disabled&search=w2', []],
    ] as const) {
      assert.deepEqual(names(await key.get(`/workflows?${query}`)), found, query);
    }
    refused(await key.get('/workflows?status=on'), 400, 'BAD_REQUEST', {
      parameter: 'status',
      allowed: ['active', 'disabled'],
    });
  }),
  it('shows nothing of other projects', async (world) => {
    const { key } = await world.owner();
    answered(await key.get('/workflows'), 200, { data: [], total: 0, totalPages: 0 });
  }),
  projectEndpoint({ endpoint: 'GET /workflows', status: 200, request: async () => ({ path: '/workflows' }) }),
);
