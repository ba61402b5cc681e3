import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { type Browser, browserAt, startTestApp, type TestApp } from '#testing';

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

const query = (text: string, values: unknown[]) => app.app.services.database.pool.query(text, values);

test('a session lasts thirty days and records when it was last seen at most once a minute', async () => {
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

test('the database holds the hash of a cookie, and no cookie (D-1101)', async () => {
  const { rows } = await query(`select to_jsonb(s)::text as row from sessions s where user_id = $1`, [userId]);

  for (const { row } of rows) expect(row).not.toContain(browser.cookies.get('session'));
  const hash = createHash('sha256')
    .update(browser.cookies.get('session') ?? '')
    .digest('hex');
  expect(rows.some(({ row }) => row.includes(hash))).toBe(true);
});
