import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { Browser, TestApp } from '#testing';
import { browserAt, startTestApp } from '#testing';

let app: TestApp;
let browser: Browser;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'), { TRUSTED_PROXIES: '1' });
});
afterAll(() => app.close());
beforeEach(() => {
  browser = browserAt(app.url);
});

const password = 'a long enough password';

test('the right password opens a session, whatever the case of the address', async () => {
  const person = await app.given.user({ password });

  const reply = await browser.post('/auth/login', { email: ` ${person.email.toUpperCase()}`, password });

  expect(reply).toMatchObject({
    status: 200,
    body: { id: person.id, email: person.email, type: 'PASSWORD', providers: [], emailVerified: true },
  });
  expect(reply.headers.get('set-cookie')).toMatch(
    /^session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
  );
  expect(await browser.get('/users/@me')).toMatchObject({ status: 200, body: { id: person.id } });
});

test('on https the cookie is Secure and bound to the host', async () => {
  const secure = await startTestApp(inject('templateDatabase'), { BASE_URL: 'https://mail.example.com' });
  const { email } = await secure.given.user({ password });

  const reply = await browserAt(secure.url).post('/auth/login', { email, password });
  await secure.close();

  expect(reply.headers.get('set-cookie')).toMatch(/^__Host-session=[\w-]{43}; Path=\/; .*; SameSite=Lax; Secure$/);
});

test('unknown address, wrong password and an account without one get the same answer', async () => {
  const [known, withoutPassword] = [await app.given.user({ password }), await app.given.user()];

  const replies = [];
  for (const email of ['nobody@example.com', known.email, withoutPassword.email]) {
    replies.push(await browser.post('/auth/login', { email, password: 'not the password' }));
  }

  for (const { status, body, headers } of replies) {
    expect(status).toBe(401);
    expect(headers.get('set-cookie')).toBeNull();
    expect({ ...body.error, requestId: '' }).toEqual({
      code: 'INVALID_CREDENTIALS',
      message: 'The address or the password is wrong.',
      statusCode: 401,
      requestId: '',
    });
  }
});

test('a login without its fields is a 422 that never repeats the password', async () => {
  const missing = await browser.post('/auth/login', {});
  const wrong = await browser.post('/auth/login', { email: 'no address', password: 7 });

  expect(missing.body.error.errors).toMatchObject([
    { field: 'email', code: 'required' },
    { field: 'password', code: 'required' },
  ]);
  expect(wrong).toMatchObject({ status: 422 });
  expect(wrong.body.error.errors.map(({ code }: { code: string }) => code)).toEqual(['invalid_string', 'invalid_type']);
});

test('after ten failures the account waits for this place only, and the right password does not help', async () => {
  const { email } = await app.given.user({ password });
  for (let failure = 0; failure < 10; failure += 1) {
    expect(await browser.post('/auth/login', { email, password: 'wrong' })).toMatchObject({ status: 401 });
  }

  const refused = await browser.post('/auth/login', { email, password });
  const elsewhere = await browserAt(app.url).post('/auth/login', { email, password });

  expect(refused).toMatchObject({
    status: 429,
    body: { error: { code: 'RATE_LIMIT_EXCEEDED', details: { limit: 10, windowSeconds: 900, scope: 'address' } } },
  });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
  expect(elsewhere.status).toBe(200);
});

test('only failures count', async () => {
  const { email } = await app.given.user({ password });

  for (let success = 0; success < 12; success += 1) {
    expect((await browser.post('/auth/login', { email, password })).status).toBe(200);
  }
});

test('a burst of guesses cannot pass the limit together', async () => {
  const { email } = await app.given.user({ password });

  const replies = await Promise.all(
    Array.from({ length: 30 }, () => browser.post('/auth/login', { email, password: 'wrong' })),
  );

  expect(replies.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(20);
});

test('one place that tries many accounts is stopped at a hundred', async () => {
  const guess = (account: number) =>
    browser.post('/auth/login', { email: `victim-${account}@example.com`, password: 'Password123' });
  await guess(1);
  await app.app.cellar.database.pool.query(
    `update rate_limits set used = 99 where used = 1 and key ~ '^password:10[.][0-9.]+$'`,
  );

  expect((await guess(2)).status).toBe(401);
  expect(await guess(3)).toMatchObject({ status: 429, body: { error: { details: { limit: 100, scope: 'address' } } } });
});

test('a cookie set before the login is worth nothing after it', async () => {
  const { email } = await app.given.user({ password });
  const planted = 'A'.repeat(43);
  browser.cookies.set('session', planted);

  await browser.post('/auth/login', { email, password });

  expect(browser.cookies.get('session')).not.toBe(planted);
  expect((await browserAt(app.url, new Map([['session', planted]])).get('/users/@me')).status).toBe(401);
});

test('logging in again ends the session the browser had', async () => {
  const { email } = await app.given.user({ password });
  await browser.post('/auth/login', { email, password });
  const before = browserAt(app.url, browser.cookies);

  await browser.post('/auth/login', { email, password });

  expect((await before.get('/users/@me')).status).toBe(401);
  expect((await browser.get('/users/@me')).status).toBe(200);
});

test('a page of another site cannot log a visitor in', async () => {
  const { email } = await app.given.user({ password });

  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
    expect(await browser.post('/auth/login', { email, password }, headers)).toMatchObject({
      status: 403,
      body: { error: { code: 'FORBIDDEN', details: { reason: 'ORIGIN_REFUSED' } } },
    });
  }
  const form = await browser.post('/auth/login', `{"email":"${email}"}`, { 'content-type': 'text/plain' });
  expect(form.status).toBe(415);
});

test('a session of the old password does not survive a reset that ran during the login', async () => {
  const { email, id } = await app.given.user({ password });
  const { pool } = app.app.cellar.database;
  const client = await pool.connect();
  await client.query('begin');
  await client.query(`update users set password_hash = 'changed' where id = $1`, [id]);

  const login = browser.post('/auth/login', { email, password });
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await client.query('commit');
  client.release();

  expect((await login).status).toBe(401);
});

test('a known and an unknown address take the same time (T9)', async () => {
  const { email } = await app.given.user({ password });
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  const guess = async (address: string): Promise<number> => {
    const place = browserAt(app.url);
    const begun = performance.now();
    await place.post('/auth/login', { email: address, password: 'a wrong guess' });
    return performance.now() - begun;
  };
  await guess(email); // the first one warms up

  // In turns, so that whatever else the machine does falls on both alike.
  for (let turn = 0; turn < 40; turn += 1) {
    times.known.push(await guess(email));
    times.unknown.push(await guess('nobody-at-all@example.com'));
  }

  const [known, unknown] = [median(times.known), median(times.unknown)];
  // Without the work for nobody's password it would be a tenth.
  expect(Math.min(known, unknown) / Math.max(known, unknown)).toBeGreaterThan(0.6);
}, 120_000);

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
