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

test('creating answers 201, repeating 200, and _meta says which', async () => {
  const created = await contacts.post('/contacts', { email: ' Ada@Example.com ', data: { plan: 'pro' } });
  const repeated = await contacts.post('/contacts', { email: 'ada@example.com' });

  expect(created).toMatchObject({
    status: 201,
    body: {
      email: 'ada@example.com',
      subscribed: true,
      data: { plan: 'pro' },
      _meta: { isNew: true, isUpdate: false },
    },
  });
  expect(repeated).toMatchObject({
    status: 200,
    body: { id: created.body.id, _meta: { isNew: false, isUpdate: true } },
  });
  expect(repeated.body.updatedAt).toBe(created.body.updatedAt);
});

test('of many simultaneous creates of one address exactly one is new and no key is lost', async () => {
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

test('a missing address is a plain 400, a malformed one a 422', async () => {
  for (const email of [undefined, null, '']) {
    expect(await contacts.post('/contacts', { email })).toMatchObject({
      status: 400,
      body: { error: 'Email is required' },
    });
  }
  expect(await contacts.post('/contacts', { email: 7 })).toMatchObject({
    status: 422,
    body: {
      error: { code: 'VALIDATION_ERROR', errors: [{ field: 'email', code: 'invalid_type', received: 'number' }] },
    },
  });
  expect(await contacts.post('/contacts', { email: 'no' })).toMatchObject({
    status: 422,
    body: { error: { errors: [{ field: 'email', code: 'invalid_string' }] } },
  });
});

test('data is patched key by key, and a bad key is refused at its path', async () => {
  const { body } = await contacts.post('/contacts', {
    email: 'a@example.com',
    data: { plan: 'free', city: 'Bonn', tags: ['a'] },
  });
  const patched = await contacts.patch(`/contacts/${body.id}`, {
    data: {
      plan: 'pro',
      city: null,
      nick: '',
      tags: ['b'],
      email: 'x@example.org',
      coupon: { value: 1, persistent: false },
    },
  });
  const bad = await contacts.patch(`/contacts/${body.id}`, { data: { ['k'.repeat(129)]: 1 } });

  expect(patched.body.data).toEqual({ plan: 'pro', tags: ['b'] });
  expect(bad).toMatchObject({ status: 422, body: { error: { errors: [{ code: 'invalid_string' }] } } });
  expect(await contacts.patch(`/contacts/${body.id}`, { data: 'text' })).toMatchObject({
    status: 422,
    body: { error: { errors: [{ field: 'data', code: 'invalid_type' }] } },
  });
});

test('a changed address of another contact is a plain 409 and nothing is applied', async () => {
  await contacts.post('/contacts', { email: 'taken@example.com' });
  const { body } = await contacts.post('/contacts', { email: 'b@example.com' });
  const refused = await contacts.patch(`/contacts/${body.id}`, { email: 'taken@example.com', subscribed: false });

  expect(refused).toMatchObject({ status: 409, body: { error: 'Another contact already uses this email address' } });
  expect((await contacts.get(`/contacts/${body.id}`)).body).toMatchObject({ email: 'b@example.com', subscribed: true });
  expect(await contacts.patch(`/contacts/${body.id}`, { email: 'B@EXAMPLE.com' })).toMatchObject({ status: 200 });
});

test('a deleted contact is gone, and a second delete says so', async () => {
  const { body } = await contacts.post('/contacts', { email: 'gone@example.com' });

  expect(await contacts.delete(`/contacts/${body.id}`)).toMatchObject({ status: 204, text: '' });
  expect(await contacts.delete(`/contacts/${body.id}`)).toMatchObject({
    status: 404,
    body: { error: { code: 'CONTACT_NOT_FOUND' } },
  });
});

test('the list walks every contact once in both directions, whatever comes meanwhile', async () => {
  for (let index = 0; index < 25; index += 1) await contacts.post('/contacts', { email: `p${index}@example.com` });
  const seen: string[] = [];
  let cursor = '';
  do {
    const page = await contacts.get(`/contacts?limit=10&sort=email&dir=asc&cursor=${cursor}`);
    seen.push(...page.body.data.map((contact: { email: string }) => contact.email));
    expect(page.body.total).toBe(cursor === '' ? 25 : 0);
    cursor = page.body.cursor;
    if (seen.length === 10) await contacts.post('/contacts', { email: 'a-late-one@example.com' });
  } while (cursor !== '');

  expect(seen).toHaveLength(25);
  expect(new Set(seen).size).toBe(25);
  expect([...seen].sort()).toEqual(seen);
});

test('search is a plain substring, filters combine, and odd query values behave as decided', async () => {
  await contacts.post('/contacts', { email: 'ann_b@one.example' });
  await contacts.post('/contacts', { email: 'annxb@two.example', subscribed: false });

  expect((await contacts.get('/contacts?search=NN_B')).body).toMatchObject({
    total: 1,
    data: [{ email: 'ann_b@one.example' }],
  });
  expect((await contacts.get('/contacts?search=ann&subscribed=0')).body).toMatchObject({ total: 1 });
  expect((await contacts.get('/contacts?subscribed=false')).body).toMatchObject({
    total: 1,
    cursor: '',
    hasMore: false,
  });
  expect((await contacts.get('/contacts?limit=abc&sort=bogus&dir=up')).body.total).toBe(2);
  expect(await contacts.get('/contacts?subscribed=maybe')).toMatchObject({
    status: 400,
    body: { error: { code: 'BAD_REQUEST', details: { parameter: 'subscribed', received: 'maybe' } } },
  });
  expect(await contacts.get('/contacts?cursor=nonsense')).toMatchObject({
    status: 400,
    body: { error: { details: { parameter: 'cursor' } } },
  });
});

test('lookup returns strings as sent', async () => {
  await contacts.post('/contacts', { email: 'ada@example.com' });
  const reply = await contacts.post('/contacts/lookup', {
    emails: ['Ada@Example.com', 'x@y.example', 'not-an-address', 'x@y.example'],
  });

  expect(reply.body).toEqual({ found: ['Ada@Example.com'], notFound: ['x@y.example', 'not-an-address'] });
  expect(await contacts.post('/contacts/lookup', { emails: [] })).toMatchObject({
    status: 422,
    body: { error: { errors: [{ code: 'too_small' }] } },
  });
  expect(await contacts.post('/contacts/lookup', { emails: ['a@b.example', 1] })).toMatchObject({
    status: 422,
    body: { error: { errors: [{ field: 'emails.1', code: 'invalid_type' }] } },
  });
});
