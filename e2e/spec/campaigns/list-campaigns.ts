import assert from 'node:assert/strict';
import type { Reply } from '@postrider/server/testing/client';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { entry, it } from '../entry.ts';
import { answered, refused } from '../world/expect.ts';
import type { World } from '../world/world.ts';
import { newCampaign } from './new-campaign.ts';

const names = (reply: Reply): string[] => reply.body.data.map(({ name }: { name: string }) => name);
const none = { DRAFT: 0, SCHEDULED: 0, SENDING: 0, SENT: 0, CANCELLED: 0 };

/** Five campaigns, once: `c0` to `C4`; the second was sent, the third is cancelled. */
async function ownerWithCampaigns(world: World) {
  const owner = await world.own();
  if ((await owner.key.get('/campaigns')).body.total === 0) {
    for (let n = 0; n < 5; n += 1) {
      const { id } = await newCampaign(owner, { name: `${n % 2 ? 'c' : 'C'}${n}`, subject: `S${n} 50%` });
      const status = { 1: 'SENT', 2: 'CANCELLED' }[n];
      if (status) await world.sql('update campaigns set status = $2 where id = $1', [id, status]);
    }
  }
  return owner;
}

export const listCampaigns = entry(
  'GET /campaigns',
  it('returns whole campaigns, the newest first, twenty at a time, and counts by status (D-829)', async (world) => {
    const { key } = await ownerWithCampaigns(world);
    const reply = await key.get('/campaigns');
    answered(reply, 200, { total: 5, page: 1, pageSize: 20, totalPages: 1 });
    assert.deepEqual(reply.body.statusCounts, { ...none, DRAFT: 3, SENT: 1, CANCELLED: 1 });
    assert.deepEqual(names(reply), ['C4', 'c3', 'C2', 'c1', 'C0']);
    assert.deepEqual((await key.get(`/campaigns/${reply.body.data[0].id}`)).body, reply.body.data[0]);
  }),
  it('is paged by number, and ignores nonsense', async (world) => {
    const { key } = await ownerWithCampaigns(world);
    answered(await key.get('/campaigns?page=2&pageSize=2'), 200, { total: 5, page: 2, pageSize: 2, totalPages: 3 });
    assert.deepEqual(names(await key.get('/campaigns?page=2&pageSize=2')), ['C2', 'c1']);
    answered(await key.get('/campaigns?page=99'), 200, { data: [], total: 5, page: 99 });
    for (const [query, page, pageSize] of [
      ['page=0&pageSize=0', 1, 1],
      ['page=x&pageSize=2.5', 1, 20],
      ['page=&pageSize=1000', 1, 100],
    ] as const) {
      answered(await key.get(`/campaigns?${query}`), 200, { page, pageSize });
    }
  }),
  it('sorts names without regard to case, dates both ways, and falls back silently', async (world) => {
    const { key } = await ownerWithCampaigns(world);
    assert.deepEqual(names(await key.get('/campaigns?sort=name&dir=asc')), ['C0', 'c1', 'C2', 'c3', 'C4']);
    assert.deepEqual(names(await key.get('/campaigns?sort=createdAt&dir=asc&pageSize=2')), ['C0', 'c1']);
    assert.deepEqual(names(await key.get('/campaigns?sort=bogus&dir=sideways&pageSize=1')), ['C4']);
    const [first] = (await key.get('/campaigns?pageSize=1&page=5')).body.data;
    answered(await key.patch(`/campaigns/${first.id}`, { description: 'touched' }), 200);
    assert.deepEqual(names(await key.get('/campaigns?sort=updatedAt&pageSize=1')), ['C0']);
  }),
  it('searches a plain part of name, subject and sender in any case (D-829)', async (world) => {
    const { key } = await ownerWithCampaigns(world);
    for (const [search, found] of [
      ['c3', ['c3']],
      ['s2%20', ['C2']],
      ['HELLO@post', ['C4', 'c3', 'C2', 'c1', 'C0']],
      ['50%25', ['C4', 'c3', 'C2', 'c1', 'C0']],
      ['5_', []],
      ['none', []],
    ] as const) {
      assert.deepEqual(names(await key.get(`/campaigns?search=${search}`)), found, search);
    }
    answered(await key.get('/campaigns?search=c1&status=DRAFT'), 200, { total: 0, statusCounts: { ...none, SENT: 1 } });
  }),
  it('filters by status, and names what it understands', async (world) => {
    const { key } = await ownerWithCampaigns(world);
    assert.deepEqual(names(await key.get('/campaigns?status=SENT')), ['c1']);
    answered(await key.get('/campaigns?status='), 200, { total: 5 });
    const allowed = ['DRAFT', 'SCHEDULED', 'SENDING', 'SENT', 'CANCELLED'];
    refused(await key.get('/campaigns?status=sent'), 400, 'BAD_REQUEST', {
      parameter: 'status',
      received: 'sent',
      allowed,
    });
  }),
  it('leaves the bodies out on request', async (world) => {
    const { key } = await ownerWithCampaigns(world);
    const [whole] = (await key.get('/campaigns')).body.data;
    const [{ body, ...summary }] = [whole];
    assert.ok(body.length > 0);
    assert.deepEqual((await key.get('/campaigns?fields=summary')).body.data[0], summary);
    assert.deepEqual((await key.get('/campaigns?fields=bogus')).body.data[0], whole);
  }),
  it('shows nothing of other projects (D-829)', async (world) => {
    const { key } = await world.owner();
    answered(await key.get('/campaigns'), 200, { data: [], total: 0, totalPages: 0, statusCounts: none });
  }),
  projectEndpoint({ endpoint: 'GET /campaigns', status: 200, request: async () => ({ path: '/campaigns' }) }),
);
