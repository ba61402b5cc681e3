import assert from 'node:assert/strict';
import type { Reply } from '@postrider/server/testing/client';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { entry, it } from '../entry.ts';
import { answered, refused } from '../world/expect.ts';
import type { World } from '../world/world.ts';
import { newTemplate } from './new-template.ts';

const names = (reply: Reply): string[] => reply.body.data.map(({ name }: { name: string }) => name);

/** Five templates, once: `t0` to `T4`, of which the last is marketing. */
async function ownerWithTemplates(world: World) {
  const owner = await world.own();
  if ((await owner.key.get('/templates')).body.total === 0) {
    for (let n = 0; n < 5; n += 1) {
      const description = n === 1 ? 'For VIP_s, 50% off' : null;
      await newTemplate(owner, {
        name: `${n % 2 ? 't' : 'T'}${n}`,
        description,
        subject: `S${n}`,
        type: n === 4 ? 'MARKETING' : 'TRANSACTIONAL',
      });
    }
  }
  return owner;
}

export const listTemplates = entry(
  'GET /templates',
  it('returns whole templates, the newest first, twenty at a time', async (world) => {
    const { key } = await ownerWithTemplates(world);
    const reply = await key.get('/templates');
    answered(reply, 200, { total: 5, page: 1, pageSize: 20, totalPages: 1 });
    assert.deepEqual(names(reply), ['T4', 't3', 'T2', 't1', 'T0']);
    assert.deepEqual((await key.get(`/templates/${reply.body.data[0].id}`)).body, reply.body.data[0]);
  }),
  it('is paged by number, and ignores nonsense (D-127, D-128)', async (world) => {
    const { key } = await ownerWithTemplates(world);
    answered(await key.get('/templates?page=2&pageSize=2'), 200, { total: 5, page: 2, pageSize: 2, totalPages: 3 });
    assert.deepEqual(names(await key.get('/templates?page=2&pageSize=2')), ['T2', 't1']);
    answered(await key.get('/templates?page=99'), 200, { data: [], total: 5, page: 99 });
    for (const [query, page, pageSize] of [
      ['page=0&pageSize=0', 1, 1],
      ['page=-3&pageSize=-3', 1, 1],
      ['page=x&pageSize=2.5', 1, 20],
      ['page=&pageSize=1000', 1, 100],
    ] as const) {
      answered(await key.get(`/templates?${query}`), 200, { page, pageSize });
    }
  }),
  it('sorts names without regard to case, dates both ways, and falls back silently (D-129)', async (world) => {
    const { key } = await ownerWithTemplates(world);
    assert.deepEqual(names(await key.get('/templates?sort=name&dir=asc')), ['T0', 't1', 'T2', 't3', 'T4']);
    assert.deepEqual(names(await key.get('/templates?sort=createdAt&dir=asc&pageSize=2')), ['T0', 't1']);
    assert.deepEqual(names(await key.get('/templates?sort=bogus&dir=sideways&pageSize=1')), ['T4']);
    const [last] = (await key.get('/templates?pageSize=1&page=5')).body.data;
    await key.patch(`/templates/${last.id}`, { description: 'touched' });
    assert.deepEqual(names(await key.get('/templates?sort=updatedAt&pageSize=1')), ['T0']);
  }),
  it('orders equal names by id, in the same direction (D-129)', async (world) => {
    const owner = await world.owner();
    const made = [];
    for (const name of ['Same', 'same', 'SAME']) made.push((await newTemplate(owner, { name })).id);
    for (const [dir, expected] of [
      ['asc', made],
      ['desc', made.toReversed()],
    ] as const) {
      const { data } = (await owner.key.get(`/templates?sort=name&dir=${dir}`)).body;
      assert.deepEqual(
        data.map(({ id }: { id: string }) => id),
        expected,
      );
    }
  }),
  it('searches a plain part of name, description and subject in any case (D-131)', async (world) => {
    const { key } = await ownerWithTemplates(world);
    for (const [search, found] of [
      ['t3', ['t3']],
      ['vip_S', ['t1']],
      ['50%25', ['t1']],
      ['%20s2%20', ['T2']],
      ['%25', ['t1']],
      ['none', []],
    ] as const) {
      assert.deepEqual(names(await key.get(`/templates?search=${search}`)), found, search);
    }
  }),
  it('filters by type, and names what it understands (D-502)', async (world) => {
    const { key } = await ownerWithTemplates(world);
    assert.deepEqual(names(await key.get('/templates?type=MARKETING')), ['T4']);
    assert.deepEqual(names(await key.get('/templates?type=TRANSACTIONAL&search=s2')), ['T2']);
    answered(await key.get('/templates?type='), 200, { total: 5 });
    const allowed = ['TRANSACTIONAL', 'MARKETING', 'HEADLESS'];
    const details = { parameter: 'type', received: 'marketing', allowed };
    refused(await key.get('/templates?type=marketing'), 400, 'BAD_REQUEST', details);
  }),
  it('shows nothing of other projects (D-127)', async (world) => {
    const { key } = await world.owner();
    answered(await key.get('/templates'), 200, { data: [], total: 0, totalPages: 0 });
  }),
  projectEndpoint({ endpoint: 'GET /templates', status: 200, request: async () => ({ path: '/templates' }) }),
);
