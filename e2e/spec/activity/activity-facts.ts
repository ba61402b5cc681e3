import assert from 'node:assert/strict';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { entry, it } from '../entry.ts';
import { record } from '../events/record.ts';
import { answered, answeredWhole } from '../world/expect.ts';

export const recentCount = entry(
  'GET /activity/recent-count',
  projectEndpoint({
    endpoint: 'GET /activity/recent-count',
    status: 200,
    request: async () => ({ path: '/activity/recent-count' }),
  }),
  it('counts the last minutes (D-1018)', async (world) => {
    const owner = await world.owner();
    answeredWhole(await owner.key.get('/activity/recent-count'), 200, { count: 0, minutes: 5 });
    await record(owner, 'signup');
    answeredWhole(await owner.key.get('/activity/recent-count?minutes=5000'), 200, { count: 1, minutes: 1_440 });
  }),
);

export const activityTypesEntry = entry(
  'GET /activity/types',
  projectEndpoint({ endpoint: 'GET /activity/types', status: 200, request: async () => ({ path: '/activity/types' }) }),
  it('names the types that occurred, and all (D-1014)', async (world) => {
    const owner = await world.owner();
    await record(owner, 'signup');
    const reply = await owner.key.get('/activity/types');
    answered(reply, 200);
    assert.deepEqual(reply.body.types, ['event.triggered']);
    assert.ok(reply.body.all.includes('workflow.active'));
  }),
);

export const upcoming = entry(
  'GET /activity/upcoming',
  projectEndpoint({
    endpoint: 'GET /activity/upcoming',
    status: 200,
    request: async () => ({ path: '/activity/upcoming' }),
  }),
  it('is empty when nothing is scheduled (D-1015)', async (world) => {
    const { key } = await world.owner();
    answeredWhole(await key.get('/activity/upcoming'), 200, { data: [], hasMore: false });
  }),
);
