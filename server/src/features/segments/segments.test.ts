import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { Client, TestApp } from '#testing';
import { startTestApp } from '#testing';

let app: TestApp;
let api: Client;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
});
afterAll(() => app.close());
beforeEach(async () => {
  const project = await app.given.project();
  api = app.as(project.secretKey);
});

const isPro = { logic: 'AND', groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }] };
const contact = (email: string, plan: string) => api.post('/contacts', { email, data: { plan } });

test('a dynamic segment finds its members live and caches their number', async () => {
  await contact('a@example.com', 'pro');
  await contact('b@example.com', 'free');
  const created = await api.post('/segments', { name: 'Pro & más', condition: isPro });
  await contact('c@example.com', 'pro');
  const members = await api.get(`/segments/${created.body.id}/contacts`);

  expect(created).toMatchObject({
    status: 201,
    body: { slug: 'pro-mas', type: 'DYNAMIC', trackMembership: false, memberCount: 1, condition: isPro },
  });
  expect(members.body).toMatchObject({ total: 2, page: 1, pageSize: 20, totalPages: 1 });
  expect(members.body.data.map((member: { email: string }) => member.email)).toEqual([
    'c@example.com',
    'a@example.com',
  ]);
  expect((await api.get(`/segments/${created.body.id}`)).body.memberCount).toBe(2);
});

test('a missing name or condition is a plain 400, name first; a broken tree a 422 at its path', async () => {
  expect(await api.post('/segments', { name: ' ' })).toMatchObject({
    status: 400,
    body: { error: 'Name is required' },
  });
  for (const condition of [undefined, null, [], 'x']) {
    expect(await api.post('/segments', { name: 'A', condition })).toMatchObject({
      status: 400,
      body: { error: 'Condition is required for dynamic segments' },
    });
  }
  expect(await api.post('/segments', { name: 'A', condition: { logic: 'XOR', groups: [] } })).toMatchObject({
    status: 422,
    body: {
      error: {
        errors: [
          { field: 'condition.logic', code: 'invalid_enum_value' },
          { field: 'condition.groups', code: 'too_small' },
        ],
      },
    },
  });
  expect(await api.post('/segments', { name: 'x'.repeat(101), type: 'STATIC' })).toMatchObject({
    status: 422,
    body: { error: { errors: [{ field: 'name', code: 'too_big' }] } },
  });
});

test('a slug belongs to its segment, also after a rename', async () => {
  const first = await api.post('/segments', { name: 'VIP', type: 'STATIC', condition: 'ignored' });
  const second = await api.post('/segments', { name: 'vip!', type: 'STATIC' });
  const renamed = await api.patch(`/segments/${first.body.id}`, { name: 'Gold' });
  const third = await api.post('/segments', { name: 'VIP', type: 'STATIC' });

  expect([first, second, renamed, third].map(({ body }) => body.slug)).toEqual(['vip', 'vip-2', 'gold', 'vip-3']);
  expect((await api.patch(`/segments/${first.body.id}`, { name: 'VIP' })).body.slug).toBe('vip');
});

test('a static segment takes and gives members by address', async () => {
  await contact('a@example.com', 'pro');
  const { body: segment } = await api.post('/segments', { name: 'List', type: 'STATIC', trackMembership: true });
  const added = await api.post(`/segments/${segment.id}/members`, {
    emails: ['A@example.com', 'new@example.com', 'nonsense', 'a@example.com'],
    createMissing: true,
    subscribed: false,
  });
  const again = await api.post(`/segments/${segment.id}/members`, { emails: ['a@example.com', 'who@example.com'] });

  expect(added.body).toEqual({ added: 2, created: 1, notFound: ['nonsense'] });
  expect(again.body).toEqual({ added: 0, created: 0, notFound: ['who@example.com'] });
  expect((await api.get('/contacts?search=new@')).body.data[0].subscribed).toBe(false);
  expect((await api.delete(`/segments/${segment.id}/members?emails=new@example.com`)).body).toEqual({ removed: 1 });
  expect((await api.post(`/segments/${segment.id}/members/remove`, { emails: ['new@example.com'] })).body).toEqual({
    removed: 0,
  });
  expect((await api.get(`/segments/${segment.id}`)).body.memberCount).toBe(1);
  expect((await api.get('/events?eventName=segment.list.entry')).body.total).toBe(2);
  expect((await api.get('/events?eventName=segment.list.exit')).body.total).toBe(1);
});

test('members of a dynamic segment cannot be changed by hand, and an untracked one cannot be computed', async () => {
  const { body } = await api.post('/segments', { name: 'Pro', condition: isPro });

  expect(await api.post(`/segments/${body.id}/members`, { emails: ['a@example.com'] })).toMatchObject({
    status: 400,
    body: { error: { code: 'SEGMENT_NOT_STATIC' } },
  });
  expect(await api.post(`/segments/${body.id}/compute`)).toMatchObject({
    status: 400,
    body: { error: { code: 'SEGMENT_NOT_TRACKED' } },
  });
});

test('a segment may refer to others but not to itself in a circle', async () => {
  const { body: pro } = await api.post('/segments', { name: 'Pro', condition: isPro });
  const inPro = (id: string) => ({
    logic: 'AND',
    groups: [{ filters: [{ field: `segment.${id}`, operator: 'memberOfSegment' }] }],
  });
  const { body: outer } = await api.post('/segments', { name: 'Outer', condition: inPro(pro.id) });
  const circle = await api.patch(`/segments/${pro.id}`, { condition: inPro(outer.id) });
  await contact('a@example.com', 'pro');

  expect(circle).toMatchObject({ status: 422, body: { error: { errors: [{ code: 'custom' }] } } });
  expect(circle.body.error.errors[0].message).toContain('Pro');
  expect((await api.get(`/segments/${outer.id}/contacts`)).body.total).toBe(1);
  expect((await api.delete(`/segments/${pro.id}`)).status).toBe(204);
  expect((await api.get(`/segments/${outer.id}/contacts`)).body.total).toBe(0);
  expect((await api.delete(`/segments/${pro.id}`)).body.error.code).toBe('SEGMENT_NOT_FOUND');
});

test('a preview counts, samples and explains without writing anything', async () => {
  const { body: person } = await contact('a@example.com', 'free');
  await contact('b@example.com', 'pro');
  const { body } = await api.post('/segments/preview', { condition: isPro, contactId: person.id, sample: 1 });

  expect(body).toMatchObject({
    count: 1,
    timedOut: false,
    sample: [{ email: 'b@example.com' }],
    filters: [{ path: 'groups.0.filters.0', missing: 0, dayOnly: 0 }],
    contact: { matches: false, filters: [{ path: 'groups.0.filters.0', actual: 'free', result: false }] },
  });
  expect((await api.get('/segments')).body).toEqual([]);
});

test('usage of a field and an event names the segments that refer to them', async () => {
  const bought = { logic: 'AND', groups: [{ filters: [{ field: 'event.purchase', operator: 'triggered' }] }] };
  const { body: pro } = await api.post('/segments', { name: 'Pro', condition: isPro });
  const { body: buyers } = await api.post('/segments', { name: 'Buyers', condition: bought });

  expect((await api.get('/contacts/fields/plan/usage')).body.usedInSegments).toEqual([{ id: pro.id, name: 'Pro' }]);
  expect((await api.get('/events/purchase/usage')).body.usedInSegments).toEqual([{ id: buyers.id, name: 'Buyers' }]);
});
