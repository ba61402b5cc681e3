import { Client as PgClient } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { Client, TestApp } from '#testing';
import { startTestApp } from '#testing';

let app: TestApp;
let server: Client;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
});
afterAll(() => app.close());
beforeEach(async () => {
  server = app.as((await app.given.project()).secretKey);
});

async function track(event: string, email = 'ada@example.com'): Promise<{ contact: string; timestamp: string }> {
  return (await server.post('/events/track', { email, event })).body.data;
}

/** `contact.unsubscribed` and `contact.subscribed` of one contact. */
async function flip(email = 'ada@example.com'): Promise<void> {
  await server.post('/contacts', { email, subscribed: false });
  await server.post('/contacts', { email, subscribed: true });
}

async function walk(path: string): Promise<{ names: string[]; totals: number[] }> {
  const names: string[] = [];
  const totals: number[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await server.get(`${path}${path.includes('?') ? '&' : '?'}limit=2&cursor=${cursor}`);
    names.push(...body.data.map((event: { name: string }) => event.name));
    totals.push(body.total);
    if (!body.hasMore) return { names, totals };
    cursor = body.cursor;
  }
}

describe('GET /events', () => {
  test('walks every event once, newest first, the total on the first page', async () => {
    for (const event of ['a', 'b', 'c', 'd', 'e']) await track(event);

    expect(await walk('/events')).toEqual({ names: ['e', 'd', 'c', 'b', 'a'], totals: [5, 0, 0] });
  });

  test('filters by name with its aliases, by source and by contact, each with its total', async () => {
    const { contact } = await track('visit');
    await flip();
    await track('visit', 'bob@example.com');
    await track('leave', 'bob@example.com');

    expect(await walk('/events?eventName=visit')).toEqual({ names: ['visit', 'visit'], totals: [2] });
    expect(await walk('/events?source=platform')).toEqual({
      names: ['contact.subscribed', 'contact.unsubscribed'],
      totals: [2],
    });
    expect(await walk('/events?source=custom')).toEqual({ names: ['leave', 'visit', 'visit'], totals: [3, 0] });
    expect(await walk('/events?source=custom&eventName=contact.subscribed')).toEqual({ names: [], totals: [0] });
    expect(await walk(`/events?contactId=${contact.toUpperCase()}`)).toEqual({
      names: ['contact.subscribed', 'contact.unsubscribed', 'visit'],
      totals: [3, 0],
    });
    expect(await walk(`/events?contactId=${contact}&source=custom`)).toEqual({ names: ['visit'], totals: [1] });
    for (const unknown of ['nobody', '0192f0c2-7d11-7a52-8c0e-3b1f5a9d2e77']) {
      expect((await server.get(`/events?contactId=${unknown}`)).body).toEqual({
        data: [],
        cursor: '',
        hasMore: false,
        total: 0,
      });
    }
  });

  test('an event whose name is an alias elsewhere is found by both', async () => {
    const { contact } = await track('visit');
    const sql = new PgClient({ connectionString: app.databaseUrl });
    await sql.connect();
    await sql.query(`update events set name = 'email.open' where contact_id = $1`, [contact]);
    await sql.end();

    expect((await server.get('/events?eventName=email.opened')).body.data).toHaveLength(1);
    expect((await server.get('/events?eventName=email.open')).body.data).toHaveLength(1);
  });

  test('a period counts to the millisecond, a day as a whole', async () => {
    const first = await track('a');
    await new Promise((resolve) => setTimeout(resolve, 5));
    const second = await track('b');
    const day = second.timestamp.slice(0, 10);

    expect(await walk(`/events?startDate=${second.timestamp}`)).toEqual({ names: ['b'], totals: [1] });
    expect(await walk(`/events?endDate=${first.timestamp}`)).toEqual({ names: ['a'], totals: [1] });
    expect(await walk(`/events?startDate=${first.timestamp}&endDate=${second.timestamp}`)).toEqual({
      names: ['b', 'a'],
      totals: [2],
    });
    expect((await walk(`/events?endDate=${day}`)).totals).toEqual([2]);
    expect((await walk(`/events?startDate=2000-01-01&endDate=2000-12-31`)).totals).toEqual([0]);
  });

  test.each([
    ['source=mine', 'source'],
    ['startDate=yesterday', 'startDate'],
    ['endDate=2026-03-01T09:00:00', 'endDate'],
    ['startDate=2026-03-02&endDate=2026-03-01', 'startDate'],
    ['cursor=nonsense', 'cursor'],
  ])('%s is a 400', async (query, parameter) => {
    expect(await server.get(`/events?${query}`)).toMatchObject({
      status: 400,
      body: { error: { code: 'BAD_REQUEST', details: { parameter } } },
    });
  });
});

test('GET /events/contact/:contactId lists the events of one contact, or says that there is none', async () => {
  const { contact } = await track('visit');
  await track('leave');
  await track('visit', 'bob@example.com');
  await flip();

  expect(await walk(`/events/contact/${contact}`)).toEqual({
    names: ['contact.subscribed', 'contact.unsubscribed', 'leave', 'visit'],
    totals: [4, 0],
  });
  expect(await walk(`/events/contact/${contact}?eventName=visit`)).toEqual({ names: ['visit'], totals: [1] });
  expect((await server.get(`/events/contact/${contact}`)).body.data[0]).not.toHaveProperty('contact');
  for (const unknown of ['nobody', '0192f0c2-7d11-7a52-8c0e-3b1f5a9d2e77']) {
    expect(await server.get(`/events/contact/${unknown}`)).toMatchObject({
      status: 404,
      body: { error: { code: 'CONTACT_NOT_FOUND' } },
    });
  }
});

test('GET /events/stats counts names and people, most frequent first', async () => {
  for (const email of ['ada@example.com', 'bob@example.com', 'ada@example.com']) await track('visit', email);
  const { timestamp } = await track('leave');
  await flip();

  const { body } = await server.get('/events/stats?source=custom');
  expect(body).toEqual([
    { name: 'visit', count: 3, uniqueContacts: 2, lastSeenAt: expect.any(String) },
    { name: 'leave', count: 1, uniqueContacts: 1, lastSeenAt: timestamp },
  ]);
  expect((await server.get('/events/stats')).body).toHaveLength(4);
  expect((await server.get('/events/stats?source=platform')).body).toHaveLength(2);
  expect((await server.get('/events/stats?endDate=2020-01-01')).body).toEqual([]);
  expect((await server.get(`/events/stats?startDate=${timestamp}&source=custom`)).body).toMatchObject([
    { name: 'leave' },
  ]);
});

test('GET /events/names shows a new name at once, by source', async () => {
  await track('visit');
  await flip();

  expect((await server.get('/events/names')).body.eventNames.toSorted()).toEqual([
    'contact.subscribed',
    'contact.unsubscribed',
    'visit',
  ]);
  expect((await server.get('/events/names?source=custom')).body).toEqual({ eventNames: ['visit'] });
  expect((await server.get('/events/names?source=platform')).body.eventNames).toHaveLength(2);
  expect((await server.get('/events/names?source=other')).status).toBe(400);
});

test('GET /events/:eventName/usage knows every name, also `contact`, slashes and aliases', async () => {
  const nothing = { usedInSegments: [], usedInCampaigns: [], usedInWorkflows: [] };
  await track('contact');
  await track('a/b');
  await track('a/b', 'bob@example.com');

  expect((await server.get('/events/contact/usage')).body).toEqual({
    eventName: 'contact',
    ...nothing,
    totalCount: 1,
    uniqueContacts: 1,
    canDelete: true,
  });
  expect((await server.get('/events/a%2Fb/usage')).body).toMatchObject({
    eventName: 'a/b',
    totalCount: 2,
    uniqueContacts: 2,
  });
  expect((await server.get('/events/never/usage')).body).toMatchObject({
    ...nothing,
    totalCount: 0,
    uniqueContacts: 0,
    canDelete: true,
  });
  expect((await server.get('/events/email.opened/usage')).body).toMatchObject({
    eventName: 'email.open',
    canDelete: false,
  });
});
