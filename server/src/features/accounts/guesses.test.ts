import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { sha256 } from '#platform/crypto';
import { type Browser, browserAt, startTestApp, type TestApp } from '#testing';

let app: TestApp;
let email: string;
let home: Browser;
const password = 'a long enough password';

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'), { TRUSTED_PROXIES: '1' });
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ email } = await app.given.user({ password }));
  home = browserAt(app.url);
});

const query = (text: string, values: unknown[] = []) => app.app.services.database.pool.query(text, values);
const guessFrom = (browser: Browser, given = 'a wrong guess', account = email) =>
  browser.post('/auth/login', { email: account, password: given });
const warnings = () => app.mails.filter(({ to, subject }) => to === email && subject.startsWith('Many wrong'));

/** The state after this many guesses from as many networks; the last of them is made for real. */
async function makeGuesses(times: number, account = email): Promise<void> {
  await guessFrom(browserAt(app.url), 'a wrong guess', account);
  const key = `guesses:${sha256(account).toString('base64url')}`;
  const { rowCount } = await query(`update rate_limits set used = $1 where key = $2`, [times - 1, key]);
  expect(rowCount).toBe(1);
  await guessFrom(browserAt(app.url), 'a wrong guess', account);
}

test('a hundred wrong passwords in a day stop unknown networks, and the owner is notified once', async () => {
  await makeGuesses(100);
  const refused = await guessFrom(browserAt(app.url), password);
  await guessFrom(browserAt(app.url));
  await app.settle();

  expect(refused).toMatchObject({
    status: 429,
    body: {
      error: { code: 'RATE_LIMIT_EXCEEDED', details: { limit: 100, windowSeconds: 86_400, scope: 'user' } },
    },
  });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(80_000);
  expect(warnings()).toHaveLength(1);
});

test('guesses from other networks do not lock the owner out of a network they signed in from', async () => {
  await guessFrom(home, password);
  await home.post('/auth/logout');
  await makeGuesses(101);

  expect((await guessFrom(browserAt(app.url), password)).status).toBe(429);
  expect((await guessFrom(home, 'a slip of the owner')).status).toBe(401);
  expect((await guessFrom(home, password)).status).toBe(200);
});

test('the reader of the mail can sign in from any network, however long the guessing goes on', async () => {
  await makeGuesses(101);
  const abroad = browserAt(app.url);
  await abroad.post('/auth/request-password-reset', { email });
  await app.settle();
  const mail = app.mails.findLast(({ to, subject }) => to === email && subject === 'Choose a new password');
  const token = /reset\?token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';

  const reset = await abroad.post('/auth/reset-password', { token, newPassword: 'one nobody knows' });
  await guessFrom(browserAt(app.url));

  expect(reset.status).toBe(200);
  expect((await guessFrom(abroad, 'one nobody knows')).status).toBe(200);
});

test('strangers cannot keep a signed-in owner from changing the password', async () => {
  await guessFrom(home, password);
  await makeGuesses(101);

  const body = { currentPassword: password, newPassword: 'one nobody knows' };
  expect((await home.post('/users/@me/password', body)).status).toBe(200);
});

test('a stolen session guesses a hundred times a day at most, from all networks together', async () => {
  await guessFrom(home, password);
  const guess = (cookies: ReadonlyMap<string, string>) =>
    browserAt(app.url, cookies).post('/users/@me/password', {
      currentPassword: 'a wrong guess',
      newPassword: 'one nobody knows',
    });

  expect((await guess(home.cookies)).status).toBe(401);
  await query(`update rate_limits set used = 100 where key like 'guesses-inside:%'`);

  expect(await guess(home.cookies)).toMatchObject({ status: 429, body: { error: { details: { scope: 'user' } } } });
});

test('an address without an account is refused in the same way', async () => {
  const nobody = `nobody-${email}`;
  await makeGuesses(101, nobody);

  const reply = await guessFrom(browserAt(app.url), password, nobody);

  expect(reply).toMatchObject({ status: 429, body: { error: { details: { limit: 100, scope: 'user' } } } });
});

test('a person who registered an address that is not theirs collects no known networks to guess from', async () => {
  const squatter = browserAt(app.url);
  const unproven = `unproven-${email}`;
  await squatter.post('/auth/signup', { email: unproven, password });
  await guessFrom(squatter, password, unproven);
  await makeGuesses(101, unproven);

  expect((await guessFrom(squatter, password, unproven)).status).toBe(429);
});
