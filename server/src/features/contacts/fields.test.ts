import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { Client, TestApp } from '#testing';
import { startTestApp } from '#testing';

let app: TestApp;
let contacts: Client;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
});
afterAll(() => app.close());
beforeEach(async () => {
  const project = await app.given.project();
  contacts = app.as(project.secretKey);
});

const fieldsNow = async () =>
  (await contacts.get('/contacts/fields')).body.fields as {
    field: string;
    type: string;
    count: number;
    mixed: boolean;
    coverage: number;
  }[];
const fieldNow = async (name: string) => (await fieldsNow()).find(({ field }) => field === name);

test('the first value fixes the type; another type is stored as sent and shows as mixed', async () => {
  await contacts.post('/contacts', {
    email: 'a@example.com',
    data: { seats: 3, since: '2026-03-01', 'first name': 'Ann' },
  });
  await contacts.post('/contacts', { email: 'b@example.com', data: { seats: 'many' } });

  expect((await fieldsNow()).map(({ field, type }) => `${field}:${type}`)).toEqual([
    'email:string',
    'subscribed:boolean',
    'createdAt:date',
    'updatedAt:date',
    'data.first name:string',
    'data.seats:number',
    'data.since:date',
  ]);
  expect(await fieldNow('data.seats')).toMatchObject({ count: 2, coverage: 1, mixed: true });
  expect(await fieldNow('data.since')).toMatchObject({ count: 1, coverage: 0.5, mixed: false });
});

test('figures are the same before and after folding, and follow changes and deletions', async () => {
  const { body } = await contacts.post('/contacts', { email: 'a@example.com', data: { plan: 'pro', n: 1 } });
  await contacts.post('/contacts', { email: 'b@example.com', data: { plan: 'free', n: 'x' } });
  await contacts.post('/contacts', { email: 'c@example.com', data: { plan: 'pro' }, subscribed: false });
  const before = await fieldsNow();
  await app.settle();
  const folded = await fieldsNow();
  await contacts.patch(`/contacts/${body.id}`, { data: { plan: null } });
  await contacts.delete(`/contacts/${body.id}`);

  expect(folded).toEqual(before);
  expect(await fieldNow('data.plan')).toMatchObject({ count: 2, coverage: 1 });
  expect(await fieldNow('data.n')).toMatchObject({ count: 1, mixed: true });
  expect((await contacts.get('/contacts?subscribed=true')).body.total).toBe(1);
});

test('values come most frequent first; objects and long texts are left out', async () => {
  for (const [index, plan] of ['pro', 'pro', 'free', { deep: 1 }, 'x'.repeat(201), 7, true].entries()) {
    await contacts.post('/contacts', { email: `v${index}@example.com`, data: { plan } });
  }

  expect((await contacts.get('/contacts/fields/data.plan/values')).body).toEqual({
    field: 'data.plan',
    values: ['pro', 7, 'free', true],
    items: [
      { value: 'pro', count: 2 },
      { value: 7, count: 1 },
      { value: 'free', count: 1 },
      { value: true, count: 1 },
    ],
    count: 4,
    limit: 100,
  });
  expect((await contacts.get('/contacts/fields/subscribed/values')).body.values).toEqual([true, false]);
  expect((await contacts.get('/contacts/fields/email/values')).body.values).toEqual([]);
  expect((await contacts.get('/contacts/fields/never%2Fseen/values?limit=1')).body).toMatchObject({
    field: 'data.never/seen',
    values: [],
    limit: 1,
  });
});

test('a deleted field leaves every contact, is forgotten, and is born anew by the next value', async () => {
  const { body } = await contacts.post('/contacts', { email: 'a@example.com', data: { plan: 'pro', keep: 1 } });
  await contacts.post('/contacts', { email: 'b@example.com', data: { plan: 'free' } });

  expect(await contacts.delete('/contacts/fields/data.plan')).toMatchObject({
    status: 200,
    body: { field: 'data.plan', deletedFrom: 2 },
  });
  expect((await contacts.get(`/contacts/${body.id}`)).body.data).toEqual({ keep: 1 });
  expect(await fieldNow('data.plan')).toBeUndefined();
  expect(await contacts.delete('/contacts/fields/plan')).toMatchObject({ status: 200, body: { deletedFrom: 0 } });
  await contacts.patch(`/contacts/${body.id}`, { data: { plan: 5 } });
  expect(await fieldNow('data.plan')).toMatchObject({ type: 'number', count: 1 });
});

test('a standard field cannot be removed', async () => {
  expect(await contacts.delete('/contacts/fields/email')).toMatchObject({
    status: 400,
    body: { error: { code: 'FIELD_NOT_CUSTOM', details: { field: 'email' } } },
  });
});

test('usage of a field nobody refers to is empty', async () => {
  await contacts.post('/contacts', { email: 'a@example.com', data: { plan: 'pro' } });

  expect((await contacts.get('/contacts/fields/plan/usage')).body).toEqual({
    field: 'data.plan',
    usedInSegments: [],
    usedInCampaigns: [],
    usedInWorkflows: [],
    contactCount: 1,
    canDelete: true,
  });
  expect((await contacts.get('/contacts/fields/email/usage')).body).toMatchObject({ field: 'email', canDelete: false });
});
