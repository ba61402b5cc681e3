import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { Browser, TestApp } from '#testing';
import { browserAt, startTestApp } from '#testing';

let app: TestApp;
let browser: Browser;
const password = 'a long enough password';
const other = 'another long password';

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'), { TRUSTED_PROXIES: '1' });
});
afterAll(() => app.close());
beforeEach(() => {
  browser = browserAt(app.url);
});

const logIn = (email: string, given: string) => browserAt(app.url).post('/auth/login', { email, password: given });

async function resetToken(email: string): Promise<string> {
  await browserAt(app.url).post('/auth/request-password-reset', { email });
  await app.settle();
  return /reset\?token=(\S+)/.exec(app.mails.findLast(({ to }) => to === email)?.text ?? '')?.[1] ?? '';
}

test('a reset sets the password, verifies the address and ends every session', async () => {
  const person = await app.given.user({ password, isVerified: false });
  const token = await resetToken(person.email);

  const reply = await browser.post('/auth/reset-password', { token, newPassword: other });

  expect(reply).toMatchObject({ status: 200, body: { success: true } });
  expect((await person.client.get('/users/@me')).status).toBe(401);
  expect((await logIn(person.email, password)).status).toBe(401);
  expect(await logIn(person.email, other)).toMatchObject({ status: 200, body: { emailVerified: true } });
});

test('a reset token works once, of two at the same moment for one, and ends its siblings', async () => {
  const { email } = await app.given.user({ password });
  const sibling = await resetToken(email);
  const token = await resetToken(email);

  const replies = await Promise.all(
    [1, 2, 3].map(() => browserAt(app.url).post('/auth/reset-password', { token, password: other })),
  );

  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
  expect(await browser.post('/auth/reset-password', { token: sibling, newPassword: other })).toMatchObject({
    status: 400,
    body: { error: { code: 'INVALID_TOKEN' } },
  });
});

test('a reset token is refused after 30 minutes', async () => {
  const { email, id } = await app.given.user({ password });
  const token = await resetToken(email);
  const { rows } = await app.app.cellar.database.pool.query<{ minutes: string }>(
    `update account_tokens set expires_at = now() where user_id = $1
     returning extract(epoch from (select expires_at from account_tokens where user_id = $1) - created_at) / 60 as minutes`,
    [id],
  );

  expect(Number(rows[0]?.minutes)).toBe(30);
  expect((await browser.post('/auth/reset-password', { token, newPassword: other })).status).toBe(400);
});

test('a new password has 10 to 128 characters', async () => {
  const token = await resetToken((await app.given.user({ password })).email);
  const codes = async (body: object) =>
    (await browser.post('/auth/reset-password', { token, ...body })).body.error.errors;

  expect(await codes({ newPassword: 'too short' })).toEqual([
    { field: 'newPassword', code: 'too_small', message: 'At least 10 characters.' },
  ]);
  expect(await codes({ newPassword: 'x'.repeat(129) })).toMatchObject([{ code: 'too_big' }]);
  expect(await codes({})).toMatchObject([{ field: 'newPassword', code: 'required' }]);
});

test('asking for a reset answers the same for known and unknown addresses, and mails only the known', async () => {
  const { email } = await app.given.user({ password });
  const before = app.mails.length;

  const known = await browser.post('/auth/request-password-reset', { email });
  const unknown = await browser.post('/auth/request-password-reset', { email: 'nobody-here@example.com' });
  await app.settle();

  expect(known).toMatchObject({ status: 200, body: { success: true } });
  expect(unknown.text).toBe(known.text);
  expect(app.mails.slice(before).map(({ to }) => to)).toEqual([email]);
  expect((await browser.post('/auth/request-password-reset', { email: 'x' })).status).toBe(422);
});

test('many requests for a reset are refused, and a mailbox gets five mails an hour at most', async () => {
  const { email } = await app.given.user({ password });
  const statuses = [];
  for (let request = 0; request < 11; request += 1) {
    statuses.push((await browser.post('/auth/request-password-reset', { email })).status);
  }
  await app.settle();

  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(200));
  expect(statuses[10]).toBe(429);
  expect(app.mails.filter(({ to }) => to === email)).toHaveLength(5);
});

test('changing the password ends other sessions and renews this one', async () => {
  const { email } = await app.given.user({ password });
  await browser.post('/auth/login', { email, password });
  const elsewhere = browserAt(app.url);
  await elsewhere.post('/auth/login', { email, password });
  const before = browserAt(app.url, browser.cookies);

  const reply = await browser.post('/users/@me/password', { currentPassword: password, newPassword: other });

  expect(reply).toMatchObject({ status: 200, body: { success: true } });
  expect((await elsewhere.get('/users/@me')).status).toBe(401);
  expect((await before.get('/users/@me')).status).toBe(401);
  expect((await browser.get('/users/@me')).status).toBe(200);
  expect((await logIn(email, other)).status).toBe(200);
});

test('changing the password needs the current one, if there is one', async () => {
  const { email } = await app.given.user({ password });
  await browser.post('/auth/login', { email, password });

  expect(await browser.post('/users/@me/password', { newPassword: other })).toMatchObject({
    status: 422,
    body: { error: { errors: [{ field: 'currentPassword', code: 'required' }] } },
  });
  expect(await browser.post('/users/@me/password', { currentPassword: other, newPassword: other })).toMatchObject({
    status: 401,
    body: { error: { code: 'INVALID_CREDENTIALS' } },
  });
  const byProvider = await app.given.user();
  expect((await byProvider.client.get('/users/@me')).body.type).toBe('OAUTH');
  expect((await byProvider.client.post('/users/@me/password', { newPassword: other })).status).toBe(200);
});

test('a new password ends the reset links mailed before', async () => {
  const { email } = await app.given.user({ password });
  const token = await resetToken(email);
  await browser.post('/auth/login', { email, password });

  const changed = await browser.post('/users/@me/password', { currentPassword: password, newPassword: other });

  expect(changed.status).toBe(200);
  expect(
    await browserAt(app.url).post('/auth/reset-password', { token, newPassword: 'set by the link' }),
  ).toMatchObject({
    status: 400,
    body: { error: { code: 'INVALID_TOKEN' } },
  });
  expect((await logIn(email, other)).status).toBe(200);
});

test('a person without a password needs a sign-in of the last ten minutes to set one or to go', async () => {
  const person = await app.given.user();
  const age = (minutes: number) =>
    app.app.cellar.database.pool.query(
      `update sessions set created_at = now() - make_interval(mins => $2) where user_id = $1`,
      [person.id, minutes],
    );
  await age(11);
  const set = () => person.client.post('/users/@me/password', { newPassword: other });
  const refusal = { status: 403, body: { error: { code: 'FRESH_SIGN_IN_REQUIRED', details: { providers: [] } } } };

  expect(await set()).toMatchObject(refusal);
  expect(await person.client.delete('/users/@me', {})).toMatchObject(refusal);
  expect((await logIn(person.email, other)).status).toBe(401);
  await age(9);
  expect((await set()).status).toBe(200);
  expect((await logIn(person.email, other)).status).toBe(200);
});
