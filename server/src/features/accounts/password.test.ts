import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { type Browser, browserAt, startTestApp, type TestApp } from '#testing';

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

test('a reset token works once, for one of two concurrent requests, and ends its siblings', async () => {
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
