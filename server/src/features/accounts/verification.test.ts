import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { TestApp } from '#testing';
import { browserAt, startTestApp } from '#testing';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'), { TRUSTED_PROXIES: '1' });
});
afterAll(() => app.close());

let people = 0;

/** A person who signed up and has the token of their verification mail. */
async function newcomer() {
  people += 1;
  const email = `newcomer-${people}@example.com`;
  const browser = browserAt(app.url);
  const { body } = await browser.post('/auth/signup', { email, password: 'a long enough password' });
  await app.settle();
  return { email, browser, id: body.id as string, token: tokenFor(email) };
}

const tokenFor = (email: string): string =>
  /verify-email\?token=(\S+)/.exec(app.mails.findLast(({ to }) => to === email)?.text ?? '')?.[1] ?? '';

const query = (text: string, values: unknown[]) => app.app.cellar.database.pool.query(text, values);

test('the link of the mail verifies the address, and the session goes on under a new cookie', async () => {
  const { email, browser, token } = await newcomer();
  const before = browserAt(app.url, browser.cookies);

  const reply = await browser.post('/auth/verify-email', { token });

  expect(reply).toMatchObject({ status: 200, body: { success: true, email } });
  expect((await before.get('/users/@me')).status).toBe(401);
  expect((await browser.get('/users/@me')).body.emailVerified).toBe(true);
});

test('opening the link again answers the same, also in another browser', async () => {
  const { email, browser, token } = await newcomer();
  await browser.post('/auth/verify-email', { token });

  const again = await browserAt(app.url).post('/auth/verify-email', { token });

  expect(again).toMatchObject({ status: 200, body: { success: true, email } });
  expect(again.headers.get('set-cookie')).toBeNull();
});

test('whoever signed up with the address of somebody else has no way in once its owner opened the link', async () => {
  const { email, browser: squatter, token } = await newcomer();
  const owner = browserAt(app.url);
  const newPassword = 'chosen by the owner';

  const withoutSession = await owner.post('/auth/verify-email', { token });
  const before = await squatter.get('/users/@me');
  const taken = await owner.post('/auth/verify-email', { token, newPassword });

  expect(withoutSession).toMatchObject({ status: 403, body: { error: { code: 'NEW_PASSWORD_REQUIRED' } } });
  expect(before.body.emailVerified).toBe(false);
  expect(taken).toMatchObject({ status: 200, body: { success: true, email } });
  expect((await squatter.get('/users/@me')).status).toBe(401);
  expect((await squatter.post('/auth/login', { email, password: 'a long enough password' })).status).toBe(401);
  expect((await owner.post('/auth/login', { email, password: newPassword })).body.emailVerified).toBe(true);
});

test("another person's session does not verify, and a used link sets no password", async () => {
  const { email, browser, token } = await newcomer();
  const stranger = await newcomer();

  const byStranger = await stranger.browser.post('/auth/verify-email', { token });
  await browser.post('/auth/verify-email', { token });
  const late = await stranger.browser.post('/auth/verify-email', { token, newPassword: 'chosen by a stranger' });

  expect(byStranger.status).toBe(403);
  expect(late).toMatchObject({ status: 400, body: { error: { code: 'INVALID_TOKEN' } } });
  expect((await browser.get('/users/@me')).body).toMatchObject({ email, emailVerified: true });
  expect((await browser.post('/auth/login', { email, password: 'a long enough password' })).status).toBe(200);
});

test('a link opened at the same moment in and outside of the session verifies once, and never twice over', async () => {
  const { browser, token } = await newcomer();

  const replies = await Promise.all([
    browser.post('/auth/verify-email', { token }),
    ...[1, 2, 3].map(() => browserAt(app.url).post('/auth/verify-email', { token, newPassword: 'chosen elsewhere' })),
  ]);

  expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
  expect(replies.slice(1).filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
});

test('a token that is made up, altered, of another purpose or expired is refused alike', async () => {
  const { email, id, token } = await newcomer();
  await browserAt(app.url).post('/auth/request-password-reset', { email });
  await app.settle();
  const reset = /reset\?token=(\S+)/.exec(app.mails.at(-1)?.text ?? '')?.[1] ?? '';
  const altered = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A');
  const tries = ['x', 'A'.repeat(65), altered, reset];

  for (const tried of tries) {
    expect(await browserAt(app.url).post('/auth/verify-email', { token: tried })).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_TOKEN' } },
    });
  }
  await query(`update account_tokens set expires_at = now() where user_id = $1`, [id]);
  expect((await browserAt(app.url).post('/auth/verify-email', { token })).status).toBe(400);
  expect((await browserAt(app.url).post('/auth/verify-email', {})).status).toBe(422);
});

test('the mail can be asked for once in ten minutes and three times a day', async () => {
  const { browser, id, email } = await newcomer();
  const earlier = (minutes: number) =>
    query(`update account_tokens set created_at = created_at - make_interval(mins => $2) where user_id = $1`, [
      id,
      minutes,
    ]);
  const ask = async () => (await browser.post('/auth/request-verification')).status;

  const tooSoon = await browser.post('/auth/request-verification');
  await earlier(10);
  const atOnce = await Promise.all([ask(), ask(), ask()]);
  await earlier(10);
  const third = await ask();
  await earlier(10);
  const fourth = await browser.post('/auth/request-verification');
  await app.settle();

  expect(tooSoon).toMatchObject({
    status: 429,
    body: { error: { details: { limit: 1, windowSeconds: 600, scope: 'user' } } },
  });
  expect(atOnce.toSorted((a, b) => a - b)).toEqual([200, 429, 429]);
  expect(third).toBe(200);
  expect(fourth).toMatchObject({ status: 429, body: { error: { details: { limit: 3, windowSeconds: 86_400 } } } });
  expect(app.mails.filter(({ to }) => to === email)).toHaveLength(3);
});

test('a verified person needs no mail', async () => {
  const { client } = await app.given.user();

  expect(await client.post('/auth/request-verification')).toMatchObject({
    status: 200,
    body: { success: true, alreadyVerified: true },
  });
});

test('asking for the mail needs a session', async () => {
  expect((await app.anyone.post('/auth/request-verification')).status).toBe(401);
});
