import assert from 'node:assert/strict';
import { projectEndpoint, projectEndpointWithBody } from '../conventions/project-endpoint.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import { entry, it } from '../entry.ts';
import { answered, answeredWhole, invalid, plain, refused } from '../world/expect.ts';
import { aList, aSegment, idInPath, isPro, nestedCondition, newSegment, requestOf } from './new-segment.ts';

const getSubject = { endpoint: 'GET /segments/:id', status: 200, request: requestOf(aSegment) } as const;
const deleteSubject = { endpoint: 'DELETE /segments/:id', status: 204, request: requestOf(aSegment) } as const;
const patchSubject = {
  endpoint: 'PATCH /segments/:id',
  status: 200,
  request: requestOf(aSegment, '', { name: 'New' }),
} as const;
const refreshSubject = {
  endpoint: 'POST /segments/:id/refresh',
  status: 200,
  request: requestOf(aSegment, '/refresh'),
} as const;

export const listSegments = entry(
  'GET /segments',
  projectEndpoint({ endpoint: 'GET /segments', status: 200, request: async () => ({ path: '/segments' }) }),
  it('returns a bare array, newest first (D-339)', async (world) => {
    const owner = await world.owner();
    answeredWhole(await owner.key.get('/segments'), 200, []);
    const first = await newSegment(owner, aList);
    const second = await newSegment(owner);
    const { body } = await owner.key.get('/segments');
    assert.deepEqual(
      body.map(({ id }: { id: string }) => id),
      [second.id, first.id],
    );
  }),
);

export const createSegment = entry(
  'POST /segments',
  projectEndpoint({
    endpoint: 'POST /segments',
    status: 201,
    request: async () => ({ path: '/segments', body: aSegment }),
  }),
  it('creates a dynamic segment and returns the tree as it was understood', async (world) => {
    const { key } = await world.own();
    const reply = await key.post('/segments', { ...aSegment, name: ' Ünï côde ', condition: { ...isPro, extra: 1 } });
    answered(reply, 201, {
      name: 'Ünï côde',
      slug: 'uni-code',
      type: 'DYNAMIC',
      condition: isPro,
      trackMembership: false,
    });
  }),
  it('keeps a slug with its segment, also after a rename (D-330, D-331)', async (world) => {
    const { key } = await world.owner();
    const add = async (name: string) => (await key.post('/segments', { name, type: 'STATIC' })).body;
    const [first, second] = [await add('VIP'), await add('vip!')];
    const rename = async (name: string) => (await key.patch(`/segments/${first.id}`, { name })).body.slug;
    const slugs = [first.slug, second.slug, await rename('Gold'), (await add('VIP')).slug, await rename('VIP')];
    assert.deepEqual(slugs, ['vip', 'vip-2', 'gold', 'vip-3', 'vip']);
  }),
  it('makes the slug from the name, and from nothing else (D-331)', async (world) => {
    const { key } = await world.owner();
    const slugOf = async (name: string) =>
      (await key.post('/segments', { name, type: 'STATIC', slug: 'mine' })).body.slug;
    for (const [name, slug] of [
      ['Größe & Maß!', 'grosse-mass'],
      [' - VIP -- users_2 - ', 'vip-users_2'],
      ['Москва', 'moskva'],
      ['x'.repeat(100), 'x'.repeat(60)],
    ] as const) {
      assert.equal(await slugOf(name), slug);
    }
    const { id, slug } = (await key.post('/segments', { name: '!!!', type: 'STATIC' })).body;
    assert.equal(slug, `segment-${id.slice(-8)}`);
    answered(await key.patch(`/segments/${id}`, { slug: 'mine' }), 200, { slug });
  }),
  it('ignores the condition of a static one (D-330)', async (world) => {
    const { key } = await world.own();
    answered(await key.post('/segments', { ...aList, condition: 'whatever' }), 201, {
      type: 'STATIC',
      condition: null,
      memberCount: 0,
    });
  }),
  it('refuses a missing name, then a missing condition, with a plain message (D-340)', async (world) => {
    const { key } = await world.own();
    for (const name of [undefined, null, '', '  '])
      plain(await key.post('/segments', { name }), 400, 'Name is required');
    for (const condition of [undefined, null, [], 'x', 7]) {
      plain(await key.post('/segments', { name: 'A', condition }), 400, 'Condition is required for dynamic segments');
    }
    for (const type of ['FOO', 'dynamic']) {
      invalid(await key.post('/segments', { name: 'A', type }), ['type', 'invalid_enum_value', type]);
    }
  }),
  it('takes a condition of ten levels and no deeper one', async (world) => {
    const { key } = await world.own();
    answered(await key.post('/segments', { name: 'Deep', condition: nestedCondition(10) }), 201);
    const reply = await key.post('/segments', { name: 'Deeper', condition: nestedCondition(11) });
    refused(reply, 422, 'VALIDATION_ERROR');
    assert.equal(reply.body.error.errors[0].code, 'too_big');
  }),
  it('reports everything else at its path (D-304, D-340)', async (world) => {
    const { key } = await world.own();
    invalid(await key.post('/segments', { ...aSegment, name: 'x'.repeat(101) }), ['name', 'too_big']);
    invalid(await key.post('/segments', { ...aSegment, description: 'x'.repeat(501) }), ['description', 'too_big']);
    invalid(await key.post('/segments', { ...aSegment, type: 'OTHER' }), ['type', 'invalid_enum_value', 'OTHER']);
    invalid(await key.post('/segments', { ...aSegment, trackMembership: 'yes' }), ['trackMembership', 'invalid_type']);
    invalid(
      await key.post('/segments', { name: 'A', condition: { logic: 'XOR', groups: [] } }),
      ['condition.logic', 'invalid_enum_value'],
      ['condition.groups', 'too_small'],
    );
    const filter = { field: 'data.plan', operator: 'like', value: 'x' };
    const condition = { logic: 'AND', groups: [{ filters: [filter] }] };
    invalid(await key.post('/segments', { name: 'A', condition }), [
      'condition.groups.0.filters.0.operator',
      'invalid_enum_value',
    ]);
    invalid(
      await key.post('/segments', { name: 'x'.repeat(101), condition, trackMembership: 1 }),
      ['name', 'too_big'],
      ['trackMembership', 'invalid_type'],
      ['condition.groups.0.filters.0.operator', 'invalid_enum_value'],
    );
    const unknown = { field: 'segment.0192f0c2-7d11-7a52-8c0e-3b1f5a9d2e77', operator: 'memberOfSegment' };
    const refers = { logic: 'AND', groups: [{ filters: [unknown] }] };
    invalid(await key.post('/segments', { name: 'A', condition: refers }), [
      'condition.groups.0.filters.0.field',
      'custom',
    ]);
  }),
);

export const getSegment = entry('GET /segments/:id', projectEndpoint(getSubject), unknownIds(getSubject, idInPath));

export const patchSegment = entry(
  'PATCH /segments/:id',
  projectEndpointWithBody(patchSubject),
  unknownIds(patchSubject, idInPath),
  it('changes what is sent; a list ignores a condition, a dynamic one refuses what is no object (D-341)', async (world) => {
    const owner = await world.own();
    const { id } = await newSegment(owner);
    answered(await owner.key.patch(`/segments/${id}`, { description: 'Paying' }), 200, {
      name: 'Pro users',
      description: 'Paying',
    });
    answered(await owner.key.patch(`/segments/${id}`, { description: null, trackMembership: true }), 200, {
      description: null,
      trackMembership: true,
    });
    invalid(await owner.key.patch(`/segments/${id}`, { condition: [] }), ['condition', 'invalid_type']);
    const list = await newSegment(owner, aList);
    answered(await owner.key.patch(`/segments/${list.id}`, { condition: 7 }), 200, { condition: null });
    const nowhere = '/segments/0192f0c2-7d11-7a52-8c0e-3b1f5a9d2e77';
    invalid(await owner.key.patch(nowhere, { condition: 7 }), ['condition', 'invalid_type']);
    refused(await owner.key.patch(nowhere, { condition: isPro }), 404, 'SEGMENT_NOT_FOUND');
  }),
  it('keeps its type, whatever is sent, and takes a condition of null for none (D-330, D-341)', async (world) => {
    const owner = await world.own();
    const { id } = await newSegment(owner);
    answered(await owner.key.patch(`/segments/${id}`, { type: 'STATIC', condition: null }), 200, {
      type: 'DYNAMIC',
      condition: isPro,
    });
  }),
  it('counts the filters of segments that refer to it as well (D-303)', async (world) => {
    const owner = await world.own();
    const inner = await newSegment(owner);
    const twice = [membersOf(inner.id), membersOf(inner.id)].flatMap(({ groups }) => groups);
    await newSegment(owner, { name: 'Outer', condition: { logic: 'OR', groups: twice } });
    const filters = (count: number) => Array.from({ length: count }, () => isPro.groups[0]?.filters[0]);
    const change = (count: number) =>
      owner.key.patch(`/segments/${inner.id}`, { condition: { logic: 'AND', groups: [{ filters: filters(count) }] } });
    invalid(await change(150), ['condition', 'too_big']);
    answered(await change(90), 200);
  }),
  it('counts its members anew when its condition changes (D-333)', async (world) => {
    const owner = await world.owner();
    await owner.key.post('/contacts', { email: 'a@example.com', data: { plan: 'pro' } });
    const { id, memberCount } = await newSegment(owner, { name: 'Nobody', condition: hasPlan('none') });
    assert.equal(memberCount, 0);
    answered(await owner.key.patch(`/segments/${id}`, { condition: hasPlan('pro') }), 200, { memberCount: 1 });
  }),
  it('refuses a condition that refers to itself in a circle (D-318)', async (world) => {
    const owner = await world.own();
    const inner = await newSegment(owner);
    const outer = await newSegment(owner, { name: 'Outer', condition: membersOf(inner.id) });
    const reply = await owner.key.patch(`/segments/${inner.id}`, { condition: membersOf(outer.id) });
    invalid(reply, ['condition', 'custom']);
    assert.match(reply.body.error.errors[0].message, /Pro users/);
  }),
);

const hasPlan = (value: string) => ({
  logic: 'AND',
  groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value }] }],
});

/** The members of another segment. */
const membersOf = (id: string) => ({
  logic: 'AND',
  groups: [{ filters: [{ field: `segment.${id}`, operator: 'memberOfSegment' }] }],
});

export const deleteSegment = entry(
  'DELETE /segments/:id',
  projectEndpoint(deleteSubject),
  unknownIds(deleteSubject, idInPath),
  it('removes the segment and leaves the contacts (D-342)', async (world) => {
    const owner = await world.own();
    const { id } = await newSegment(owner, aList);
    answered(
      await owner.key.post(`/segments/${id}/members`, { emails: ['kept@example.com'], createMissing: true }),
      200,
    );
    const other = await newSegment(owner, aList);
    answered(await owner.key.post(`/segments/${other.id}/members`, { emails: ['kept@example.com'] }), 200);
    answered(await owner.key.delete(`/segments/${id}`), 204);
    refused(await owner.key.delete(`/segments/${id}`), 404, 'SEGMENT_NOT_FOUND');
    const kept = await owner.key.get('/contacts?search=kept@');
    answered(kept, 200, { total: 1 });
    answered(await owner.key.delete(`/contacts/${kept.body.data[0].id}`), 204);
    answered(await owner.key.get(`/segments/${other.id}`), 200, { memberCount: 0 });
  }),
  it('leaves a segment that refers to it without its members (D-318, D-342)', async (world) => {
    const owner = await world.owner();
    await owner.key.post('/contacts', { email: 'a@example.com', data: { plan: 'pro' } });
    const inner = await newSegment(owner);
    const outer = await newSegment(owner, { name: 'Outer', condition: membersOf(inner.id) });
    answered(await owner.key.get(`/segments/${outer.id}/contacts`), 200, { total: 1 });
    answered(await owner.key.delete(`/segments/${inner.id}`), 204);
    answered(await owner.key.get(`/segments/${outer.id}/contacts`), 200, { total: 0 });
  }),
);

export const refreshSegment = entry(
  'POST /segments/:id/refresh',
  projectEndpoint(refreshSubject),
  unknownIds(refreshSubject, idInPath),
  it('counts again and emits nothing (D-333)', async (world) => {
    const owner = await world.owner();
    const { id } = await newSegment(owner);
    answered(await owner.key.post('/contacts', { email: 'a@example.com', data: { plan: 'pro' } }), 201);
    answered(await owner.key.post(`/segments/${id}/refresh`), 200, { memberCount: 1 });
    answered(await owner.key.get('/events?source=platform'), 200, { total: 0 });
  }),
);
