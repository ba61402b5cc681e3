import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { Browser, TestApp } from '#testing';
import { browserAt, startTestApp } from '#testing';

let app: TestApp;
let browser: Browser;
let email: string;
let userId: string;
const password = 'a long enough password';

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'), { TRUSTED_PROXIES: '1' });
});
afterAll(() => app.close());
beforeEach(async () => {
  browser = browserAt(app.url);
  ({ email, id: userId } = await app.given.user({ password }));
  await browser.post('/auth/login', { email, password });
});

const query = (text: string, values: unknown[]) => app.app.cellar.database.pool.query(text, values);

test('sessions are listed, newest first, and can be ended one by one', async () => {
  const elsewhere = browserAt(app.url);
  await elsewhere.post('/auth/login', { email, password });

  const { body: sessions } = await browser.get('/users/@me/sessions');

  expect(sessions).toHaveLength(3);
  expect(sessions.map(({ current }: { current: boolean }) => current)).toEqual([false, true, false]);
  expect(sessions[0]).toMatchObject({ userAgent: 'Test browser', clientAddress: expect.stringMatching(/^10\./) });
  expect(Object.keys(sessions[0]).toSorted()).toEqual(
    ['clientAddress', 'createdAt', 'current', 'id', 'lastSeenAt', 'userAgent'].toSorted(),
  );
  expect((await browser.delete(`/users/@me/sessions/${sessions[0].id}`)).status).toBe(204);
  expect((await elsewhere.get('/users/@me')).status).toBe(401);
  expect((await browser.delete(`/users/@me/sessions/${sessions[0].id}`)).status).toBe(404);
});

test("another person's session is as unknown as none", async () => {
  const stranger = await app.given.user();
  const { body: theirs } = await stranger.client.get('/users/@me/sessions');
  const refusal = async (id: string) => {
    const { status, body } = await browser.delete(`/users/@me/sessions/${id}`);
    const { code, message, details } = body.error;
    return { status, code, message, resource: details.resource };
  };

  const foreign = await refusal(theirs[0].id);

  expect(foreign).toMatchObject({ status: 404, code: 'RESOURCE_NOT_FOUND', resource: 'session' });
  expect(await refusal('0192f0c2-a1b4-7c3e-9d5f-6a7b8c9d0e1f')).toEqual(foreign);
  expect(await refusal('not-an-id')).toEqual(foreign);
  expect((await stranger.client.get('/users/@me')).status).toBe(200);
});

test('a session ends after seven idle days and after thirty days in any case', async () => {
  const seen = `update sessions set last_seen_at = now() - make_interval(days => $2) where user_id = $1`;
  await query(seen, [userId, 6]);
  expect((await browser.get('/users/@me')).status).toBe(200);

  await query(seen, [userId, 7]);
  expect((await browser.get('/users/@me')).status).toBe(401);

  await query(`update sessions set last_seen_at = now(), expires_at = now() where user_id = $1`, [userId]);
  expect((await browser.get('/users/@me')).status).toBe(401);
});

test('a session lasts thirty days and notes when it was seen at most once a minute', async () => {
  const read = async () =>
    (await query(`select * from sessions where user_id = $1 and user_agent = 'Test browser'`, [userId])).rows[0];
  const first = await read();
  await browser.get('/users/@me');
  const unchanged = await read();
  await query(`update sessions set last_seen_at = last_seen_at - interval '61 seconds' where user_id = $1`, [userId]);
  await browser.get('/users/@me');
  const later = await read();

  expect(first.expires_at - first.created_at).toBe(30 * 24 * 60 * 60 * 1_000);
  expect(unchanged.last_seen_at).toEqual(first.last_seen_at);
  expect(later.last_seen_at.getTime()).toBeGreaterThanOrEqual(first.last_seen_at.getTime());
});

test('the database holds no cookie', async () => {
  const { rows } = await query(`select to_jsonb(s)::text as row from sessions s where user_id = $1`, [userId]);

  for (const { row } of rows) expect(row).not.toContain(browser.cookies.get('session'));
});

test('a write with a session needs our own page', async () => {
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
    expect(await browser.patch('/users/@me', { name: 'Eve' }, headers)).toMatchObject({
      status: 403,
      body: { error: { details: { reason: 'ORIGIN_REFUSED' } } },
    });
  }
  const cookie = `session=${browser.cookies.get('session')}`;
  const say = (origin: string) => app.anyone.patch('/users/@me', { name: 'Ann' }, { cookie, origin });
  expect((await say('https://evil.example')).status).toBe(403);
  expect((await say('http://localhost:8080')).status).toBe(200);
  expect((await app.anyone.patch('/users/@me', { name: 'Eve' }, { cookie })).status).toBe(403);
  expect((await browser.get('/users/@me')).body.name).toBe('Ann');
});

test('the name can be changed and cleared; nothing else of a person can', async () => {
  await browser.patch('/users/@me', {
    name: ' Ann ',
    email: 'x@example.com',
    isInstanceAdmin: true,
    emailVerified: false,
  });
  const named = await browser.get('/users/@me');
  const cleared = await browser.patch('/users/@me', { name: null });

  expect(named.body).toMatchObject({ name: 'Ann', email, emailVerified: true });
  expect(cleared).toMatchObject({ status: 200, body: { name: null } });
  expect((await browser.patch('/users/@me', { name: 'x'.repeat(101) })).status).toBe(422);
});

test('an API key is refused on account routes', async () => {
  const { secretKey } = await app.given.project();

  expect(await app.as(secretKey).get('/users/@me')).toMatchObject({
    status: 401,
    body: { error: { code: 'INVALID_API_KEY' } },
  });
  expect(await app.anyone.get('/users/@me')).toMatchObject({ status: 401, body: { error: { code: 'UNAUTHORIZED' } } });
});
