import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { type Client, type GivenProject, startTestApp, type TestApp } from '#testing';
import { checks } from './checks.ts';

let app: TestApp;
let api: Client;
let project: GivenProject;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'), {}, { spools: [checks] });
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.given.project();
  api = app.as(project.secretKey);
});

const isPro = { logic: 'AND', groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }] };

const changes = async (): Promise<string[]> => {
  const { body } = await api.get('/events?source=platform&limit=100');
  return body.data
    .filter(({ name }: { name: string }) => name.startsWith('segment.'))
    .map(({ name, contact }: { name: string; contact: { email: string } }) => `${contact.email} ${name}`)
    .sort();
};

test('a tracked segment records every contact that matches at first, then each change once (D-334, D-335, D-336)', async () => {
  const { body: ada } = await api.post('/contacts', { email: 'ada@example.com', data: { plan: 'pro' } });
  const { body: segment } = await api.post('/segments', { name: 'Pro', condition: isPro, trackMembership: true });
  await app.settle();
  const first = await changes();
  await api.post('/contacts', { email: 'bob@example.com', data: { plan: 'pro' } });
  await api.patch(`/contacts/${ada.id}`, { data: { plan: 'free' } });
  await app.settle();
  const computed = await api.post(`/segments/${segment.id}/compute`);

  expect(first).toEqual(['ada@example.com segment.pro.entry']);
  expect(await changes()).toEqual([
    'ada@example.com segment.pro.entry',
    'ada@example.com segment.pro.exit',
    'bob@example.com segment.pro.entry',
  ]);
  expect(computed.body).toEqual({ added: 0, removed: 0, total: 1 });
});

test('each of several tracked segments created together gets its first check', async () => {
  await api.post('/contacts', { email: 'ada@example.com', data: { plan: 'pro' } });
  for (const name of ['One', 'Two', 'Three']) {
    await api.post('/segments', { name, condition: isPro, trackMembership: true });
  }
  await app.settle();

  expect(await changes()).toEqual(['one', 'three', 'two'].map((slug) => `ada@example.com segment.${slug}.entry`));
});

test('an event that a tracked tree mentions leads to entry, another one to nothing (D-334)', async () => {
  const bought = { logic: 'AND', groups: [{ filters: [{ field: 'event.purchase', operator: 'triggered' }] }] };
  await api.post('/segments', { name: 'Buyers', condition: bought, trackMembership: true });
  await app.settle();
  const track = (email: string, event: string) => api.post('/events/track', { email, event });
  await track('ada@example.com', 'purchase');
  await track('bob@example.com', 'visit');
  await app.settle();

  expect(await changes()).toEqual(['ada@example.com segment.buyers.entry']);
});

test('tracking switched off records no exits, and switched on again it records every entry again (D-336, D-337)', async () => {
  await api.post('/contacts', { email: 'ada@example.com', data: { plan: 'pro' } });
  const { body: segment } = await api.post('/segments', { name: 'Pro', condition: isPro, trackMembership: true });
  await app.settle();
  await api.patch(`/segments/${segment.id}`, { trackMembership: false });
  await app.settle();
  await api.patch(`/segments/${segment.id}`, { trackMembership: true });
  await app.settle();

  expect(await changes()).toEqual(['ada@example.com segment.pro.entry', 'ada@example.com segment.pro.entry']);
});

test('a removed field ends the memberships that depended on it (D-223, D-334)', async () => {
  await api.post('/contacts', { email: 'ada@example.com', data: { plan: 'pro' } });
  await api.post('/segments', { name: 'Pro', condition: isPro, trackMembership: true });
  await app.settle();
  await api.delete('/contacts/fields/plan');
  await app.settle();

  expect(await changes()).toEqual(['ada@example.com segment.pro.entry', 'ada@example.com segment.pro.exit']);
});

test('a deleted contact has no exit event (D-217, D-337)', async () => {
  const { body: ada } = await api.post('/contacts', { email: 'ada@example.com', data: { plan: 'pro' } });
  const { body: segment } = await api.post('/segments', { name: 'Pro', condition: isPro, trackMembership: true });
  await app.settle();
  await api.delete(`/contacts/${ada.id}`);
  await app.settle();

  expect(await changes()).toEqual([]);
  expect((await api.post(`/segments/${segment.id}/compute`)).body).toEqual({ added: 0, removed: 0, total: 0 });
});

test('a change of the tree, or of a segment that it refers to, and the removal of an event name are checked for everyone (D-334, D-415)', async () => {
  await api.post('/contacts', { email: 'ada@example.com', data: { plan: 'pro' } });
  await api.post('/events/track', { email: 'bob@example.com', event: 'purchase' });
  const create = async (name: string, filter: object, isTracked = true): Promise<string> => {
    const condition = { logic: 'AND', groups: [{ filters: [filter] }] };
    return (await api.post('/segments', { name, condition, trackMembership: isTracked })).body.id;
  };
  const inner = await create('Inner', { field: 'data.plan', operator: 'equals', value: 'pro' }, false);
  const own = await create('Own', { field: 'data.plan', operator: 'equals', value: 'pro' });
  await create('Outer', { field: `segment.${inner}`, operator: 'memberOfSegment' });
  await create('Buyers', { field: 'event.purchase', operator: 'triggered' });
  await app.settle();
  const isFree = { logic: 'AND', groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'free' }] }] };
  for (const id of [inner, own]) await api.patch(`/segments/${id}`, { condition: isFree });
  await api.delete('/events/purchase');
  await app.settle();

  expect((await changes()).filter((name) => name.endsWith('exit'))).toEqual([
    'ada@example.com segment.outer.exit',
    'ada@example.com segment.own.exit',
    'bob@example.com segment.buyers.exit',
  ]);
});

test('however many checks run at once, each change of state has one event (D-335, D-419)', async () => {
  const { body: segment } = await api.post('/segments', { name: 'Pro', condition: isPro, trackMembership: true });
  await app.settle();
  const contacts = await Promise.all(
    ['a', 'b', 'c'].map(
      async (name) => (await api.post('/contacts', { email: `${name}@example.com`, data: { plan: 'pro' } })).body,
    ),
  );
  const compute = () => api.post(`/segments/${segment.id}/compute`);
  await Promise.all([app.settle(), compute(), compute(), compute()]);
  await api.patch(`/contacts/${contacts[0].id}`, { data: { plan: 'free' } });
  await Promise.all([app.settle(), compute(), compute(), compute()]);
  await app.settle();

  expect(await changes()).toEqual([
    'a@example.com segment.pro.entry',
    'a@example.com segment.pro.exit',
    'b@example.com segment.pro.entry',
    'c@example.com segment.pro.entry',
  ]);
  const { body } = await api.get('/events?eventName=segment.pro.exit');
  expect(body.data[0].data).toEqual({ segmentId: segment.id, segmentName: 'Pro', slug: 'pro' });
});

test('a segment that is deleted emits no exit (D-337)', async () => {
  await api.post('/contacts', { email: 'ada@example.com', data: { plan: 'pro' } });
  const { body: segment } = await api.post('/segments', { name: 'Pro', condition: isPro, trackMembership: true });
  await app.settle();
  expect((await api.delete(`/segments/${segment.id}`)).status).toBe(204);
  await app.settle();

  expect(await changes()).toEqual(['ada@example.com segment.pro.entry']);
});
