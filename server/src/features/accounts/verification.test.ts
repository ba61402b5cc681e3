import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { browserAt, startTestApp, type TestApp } from '#testing';

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

const query = (text: string, values: unknown[]) => app.app.services.database.pool.query(text, values);

test('a link opened at the same moment in and outside of the session verifies once, and never twice over', async () => {
  const { browser, token } = await newcomer();

  const replies = await Promise.all([
    browser.post('/auth/verify-email', { token }),
    ...[1, 2, 3].map(() => browserAt(app.url).post('/auth/verify-email', { token, newPassword: 'chosen elsewhere' })),
  ]);

  expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
  expect(replies.slice(1).filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
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
