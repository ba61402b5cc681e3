import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { type Client, startTestApp, type TestApp } from '#testing';

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

test('of many simultaneous creates of one address exactly one is new and no key is lost (D-202)', async () => {
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      contacts.post('/contacts', { email: 'race@example.com', data: { [`k${index}`]: index } }),
    ),
  );
  const { body } = await contacts.get(`/contacts/${replies[0]?.body.id}`);

  expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1);
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(19);
  expect(Object.keys(body.data)).toHaveLength(20);
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

test('counts are the same before and after folding, and follow changes and deletions (D-220)', async () => {
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
