import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { Client, TestApp } from '#testing';
import { startTestApp } from '#testing';

let app: TestApp;
let project: Awaited<ReturnType<TestApp['given']['project']>>;
let page: Client;
let server: Client;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.given.project();
  page = app.as(project.publicKey);
  server = app.as(project.secretKey);
});

const listed = async (query = ''): Promise<{ name: string; data: unknown }[]> =>
  (await server.get(`/events${query}`)).body.data.map(({ name, data }: { name: string; data: unknown }) => ({
    name,
    data,
  }));

test('a tracked event creates the contact, subscribed, and answers with ids alone', async () => {
  const reply = await page.post('/v1/track', { email: ' Ada@Example.com', event: ' purchase ', data: { plan: 'pro' } });

  expect(reply.status).toBe(200);
  expect(reply.body).toEqual({
    success: true,
    data: { contact: expect.any(String), event: expect.any(String), timestamp: expect.any(String) },
  });
  const { body: contact } = await server.get(`/contacts/${reply.body.data.contact}`);
  expect(contact).toMatchObject({ email: 'ada@example.com', subscribed: true, data: { plan: 'pro' } });
  const { body: list } = await server.get('/events');
  expect(list.data).toEqual([
    {
      id: reply.body.data.event,
      name: 'purchase',
      data: { plan: 'pro' },
      contactId: contact.id,
      emailId: null,
      projectId: project.id,
      createdAt: reply.body.data.timestamp,
      contact: { id: contact.id, email: 'ada@example.com' },
    },
  ]);
});

test('the same event twice is two records, and an unchanged contact stays unchanged', async () => {
  const body = { email: 'ada@example.com', event: 'visit', data: { plan: 'pro' } };
  const first = await page.post('/v1/track', body);
  const { body: before } = await server.get(`/contacts/${first.body.data.contact}`);
  const second = await page.post('/v1/track', body);
  const { body: after } = await server.get(`/contacts/${first.body.data.contact}`);

  expect(second.body.data.contact).toBe(first.body.data.contact);
  expect(second.body.data.event).not.toBe(first.body.data.event);
  expect(after).toEqual(before);
  expect(await listed()).toHaveLength(2);
});

test('the record keeps data as sent, the contact by its own rules', async () => {
  const data = {
    id: 'x',
    email: 'other@example.org',
    note: null,
    nick: '',
    coupon: { value: 'X1', persistent: false },
    plan: { value: 'pro', persistent: true },
    profile: { note: null },
  };
  const reply = await page.post('/v1/track', { email: 'ada@example.com', event: 'visit', data });
  await page.post('/v1/track', { email: 'ada@example.com', event: 'leave', data: null });

  expect(await listed()).toEqual([
    { name: 'leave', data: null },
    {
      name: 'visit',
      data: { note: null, nick: '', coupon: 'X1', plan: 'pro', profile: { note: null } },
    },
  ]);
  const { body: contact } = await server.get(`/contacts/${reply.body.data.contact}`);
  expect(contact.data).toEqual({ plan: 'pro', profile: { note: null } });
});

describe('subscription', () => {
  const state = async (): Promise<boolean> => (await server.get('/contacts')).body.data[0].subscribed;

  test('false creates an unsubscribed contact, and left out keeps what is there', async () => {
    await page.post('/v1/track', { email: 'ada@example.com', event: 'a', subscribed: false });
    await page.post('/v1/track', { email: 'ada@example.com', event: 'b' });

    expect(await state()).toBe(false);
    expect(await listed()).toEqual([
      { name: 'b', data: null },
      { name: 'a', data: null },
    ]);
  });

  test('a change is an event of its own before the tracked one; the same value again is none', async () => {
    await page.post('/v1/track', { email: 'ada@example.com', event: 'a' });
    await page.post('/v1/track', { email: 'ada@example.com', event: 'b', subscribed: false });
    await page.post('/v1/track', { email: 'ada@example.com', event: 'c', subscribed: false });
    await page.post('/v1/track', { email: 'ada@example.com', event: 'd', subscribed: true });

    expect(await listed()).toEqual([
      { name: 'd', data: null },
      { name: 'contact.subscribed', data: { source: 'track' } },
      { name: 'c', data: null },
      { name: 'b', data: null },
      { name: 'contact.unsubscribed', data: { source: 'track' } },
      { name: 'a', data: null },
    ]);
  });

  test('preserveExistingSubscription uses the value for a new contact only', async () => {
    const known = { email: 'ada@example.com', preserveExistingSubscription: true };
    await page.post('/v1/track', { ...known, event: 'a', subscribed: false });
    expect(await state()).toBe(false);
    await page.post('/v1/track', { ...known, event: 'b', subscribed: true });

    expect(await state()).toBe(false);
    expect(await listed('?source=platform')).toEqual([]);
  });

  test('creating or changing a contact elsewhere is recorded with its source', async () => {
    const { body: contact } = await server.post('/contacts', { email: 'ada@example.com' });
    await server.patch(`/contacts/${contact.id}`, { subscribed: false });
    await server.post('/contacts', { email: 'ada@example.com', subscribed: true });

    expect(await listed()).toEqual([
      { name: 'contact.subscribed', data: { source: 'api' } },
      { name: 'contact.unsubscribed', data: { source: 'api' } },
    ]);
  });
});

describe('what is not allowed', () => {
  const good = { email: 'ada@example.com', event: 'purchase' };
  const big = 'x'.repeat(40_000);

  test.each<[unknown, string, string]>([
    [{ ...good, event: undefined }, 'event', 'required'],
    [{ ...good, event: null }, 'event', 'required'],
    [{ ...good, event: 7 }, 'event', 'invalid_type'],
    [{ ...good, event: '  ' }, 'event', 'too_small'],
    [{ ...good, event: 'x'.repeat(256) }, 'event', 'too_big'],
    [{ ...good, event: 'a\tb' }, 'event', 'invalid_string'],
    [{ ...good, event: 'email.open' }, 'event', 'reserved_event'],
    [{ ...good, event: ' contact.unsubscribed ' }, 'event', 'reserved_event'],
    [{ ...good, event: 'segment.vip.entry' }, 'event', 'reserved_event'],
    [{ ...good, email: 'nobody' }, 'email', 'invalid_string'],
    [{ ...good, email: undefined }, 'email', 'required'],
    [{ ...good, subscribed: 'yes' }, 'subscribed', 'invalid_type'],
    [{ ...good, data: [] }, 'data', 'invalid_type'],
    [{ ...good, data: { a: big, b: { value: big, persistent: false } } }, 'data', 'too_big'],
  ])('case %#: %s %s', async (body, field, code) => {
    const reply = await page.post('/v1/track', body);

    expect(reply).toMatchObject({
      status: 422,
      body: { error: { code: 'VALIDATION_ERROR', errors: [{ field, code }] } },
    });
    expect((await server.get('/contacts')).body.total).toBe(0);
    expect(await listed()).toEqual([]);
  });

  test('the data a contact would have is measured after the merge, and nothing is written', async () => {
    await page.post('/v1/track', { ...good, data: { a: big } });
    const reply = await page.post('/v1/track', { ...good, event: 'second', data: { b: big } });

    expect(reply).toMatchObject({ status: 422, body: { error: { errors: [{ field: 'data', code: 'too_big' }] } } });
    expect(await listed()).toHaveLength(1);
  });
});

describe('who may call', () => {
  const body = { email: 'ada@example.com', event: 'purchase' };

  test('/v1/track takes the public key alone, /events/track the secret key or a session', async () => {
    const member = project.owner.in(project.id);

    expect(await server.post('/v1/track', body)).toMatchObject({
      status: 401,
      body: { error: { code: 'INVALID_API_KEY' } },
    });
    expect((await member.post('/v1/track', body)).status).toBe(401);
    expect((await app.anyone.post('/v1/track', body)).status).toBe(401);
    expect(await page.post('/events/track', body)).toMatchObject({
      status: 401,
      body: { error: { code: 'INVALID_API_KEY' } },
    });
    expect((await server.post('/events/track', body)).body).toMatchObject({
      success: true,
      data: { event: expect.any(String) },
    });
    expect((await member.post('/events/track', body)).status).toBe(200);
    expect(await listed()).toHaveLength(2);
  });

  test('any page may call /v1/track, also when it is refused; no page may call /events/track', async () => {
    const preflight = await page.request('OPTIONS', '/v1/track');
    const refused = await app.anyone.post('/v1/track', body);
    const alias = await server.post('/events/track', body);

    expect(preflight.headers.get('access-control-allow-methods')).toBe('POST, OPTIONS');
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    expect(alias.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('a neighbour has other contacts and other events', async () => {
    const neighbour = await app.given.project();
    const mine = await page.post('/v1/track', body);
    const theirs = await app.as(neighbour.publicKey).post('/v1/track', body);

    expect(theirs.body.data.contact).not.toBe(mine.body.data.contact);
    expect((await app.as(neighbour.secretKey).get('/events')).body.total).toBe(1);
    expect((await server.get(`/events/contact/${theirs.body.data.contact}`)).status).toBe(404);
    expect((await server.get(`/events?contactId=${theirs.body.data.contact}`)).body).toMatchObject({
      data: [],
      total: 0,
    });
  });
});

describe('a repeated Idempotency-Key', () => {
  const body = { email: 'ada@example.com', event: 'purchase' };
  const key = { 'idempotency-key': 'order-1' };

  test('is refused; the public key sees four details, the secret key the stored reply too', async () => {
    const first = await page.post('/v1/track', body, key);
    const repeated = await page.post('/v1/track', body, key);
    const elsewhere = await server.post('/events/track', { email: 'x@example.com', event: 'other' }, key);

    expect(repeated).toMatchObject({ status: 409, body: { error: { code: 'IDEMPOTENCY_KEY_REUSED' } } });
    expect(repeated.body.error.details).toEqual({
      key: 'order-1',
      originalRequest: 'POST /v1/track',
      originalRequestAt: expect.any(String),
      originalStatusCode: 200,
    });
    expect(elsewhere.body.error.details).toMatchObject({ originalStatusCode: 200, originalResponse: first.body });
    expect(await listed()).toHaveLength(1);
  });

  test('names the alias when the alias came first', async () => {
    await server.post('/events/track', body, key);

    const repeated = await server.post('/events/track', body, key);
    expect(repeated.body.error.details.originalRequest).toBe('POST /events/track');
  });

  test('of many at once one is recorded', async () => {
    const replies = await Promise.all(Array.from({ length: 12 }, () => page.post('/v1/track', body, key)));

    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    expect(replies.filter((reply) => reply.status === 409)).toHaveLength(11);
    expect(await listed()).toHaveLength(1);
  });

  test('a refused request leaves the key free, a malformed key is a 400', async () => {
    expect((await page.post('/v1/track', { ...body, event: 'email.open' }, key)).status).toBe(422);
    expect((await page.post('/v1/track', body, { 'idempotency-key': 'ä' })).status).toBe(400);
    expect((await page.post('/v1/track', body, key)).status).toBe(200);
  });
});

test('many events of one contact at once follow each other, each counted once', async () => {
  const body = { email: 'ada@example.com', event: 'visit' };
  const replies = await Promise.all(Array.from({ length: 25 }, () => page.post('/v1/track', body)));
  const [row] = (await server.get('/events/stats')).body;

  expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]));
  expect(row).toMatchObject({ name: 'visit', count: 25, uniqueContacts: 1 });
});
