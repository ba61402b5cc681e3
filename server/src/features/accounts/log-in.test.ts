import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { type Browser, browserAt, startTestApp, type TestApp } from '#testing';

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

test('on https the cookie is Secure and bound to the host (D-1101)', async () => {
  const secure = await startTestApp(inject('templateDatabase'), { BASE_URL: 'https://mail.example.com' });
  const { email } = await secure.given.user({ password });

  const reply = await browserAt(secure.url).post('/auth/login', { email, password });
  await secure.close();

  expect(reply.headers['set-cookie']?.[0]).toMatch(
    /^__Host-session=[\w-]{43}; Path=\/; .*HttpOnly; SameSite=Lax; Secure$/,
  );
});

test('a burst of guesses cannot pass the limit together', async () => {
  const { email } = await app.given.user({ password });

  const replies = await Promise.all(
    Array.from({ length: 30 }, () => browser.post('/auth/login', { email, password: 'wrong' })),
  );

  const countOf = (wanted: number): number => replies.filter(({ status }) => status === wanted).length;
  expect(countOf(401)).toBeLessThanOrEqual(10);
  expect(countOf(429)).toBeGreaterThan(0);
  expect(countOf(401) + countOf(429)).toBe(30);
});

test('one network that tries many accounts is stopped at a hundred', async () => {
  const guess = (account: number) =>
    browser.post('/auth/login', { email: `victim-${account}@example.com`, password: 'Password123' });
  await guess(1);
  await app.app.services.database.pool.query(
    `update rate_limits set used = 99 where used = 1 and key ~ '^password:10[.][0-9.]+$'`,
  );

  expect((await guess(2)).status).toBe(401);
  expect(await guess(3)).toMatchObject({ status: 429, body: { error: { details: { limit: 100, scope: 'address' } } } });
});

test('a session of the old password does not survive a reset that ran during the login', async () => {
  const { email, id } = await app.given.user({ password });
  const { pool } = app.app.services.database;
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
    const visitor = browserAt(app.url);
    const startedAt = performance.now();
    await visitor.post('/auth/login', { email: address, password: 'a wrong guess' });
    return performance.now() - startedAt;
  };
  await guess(email); // the first one warms up

  // In turns, so that other load of the machine affects both alike.
  for (let turn = 0; turn < 40; turn += 1) {
    times.known.push(await guess(email));
    times.unknown.push(await guess('nobody-at-all@example.com'));
  }

  const [known, unknown] = [median(times.known), median(times.unknown)];
  // Without hashing for unknown addresses it would be a tenth.
  expect(Math.min(known, unknown) / Math.max(known, unknown)).toBeGreaterThan(0.6);
}, 120_000);

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
