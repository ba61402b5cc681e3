import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { Browser, TestApp } from '#testing';
import { browserAt, startTestApp } from '#testing';

let app: TestApp;
let browser: Browser;
const password = 'a long enough password';

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'), { TRUSTED_PROXIES: '1' });
});
afterAll(() => app.close());
beforeEach(async () => {
  browser = browserAt(app.url);
  const { email } = await app.given.user({ password });
  await browser.post('/auth/login', { email, password });
});

test.each(['get', 'post'] as const)(
  '%s /auth/logout ends the session; replaying its cookie is refused',
  async (method) => {
    const replay = browserAt(app.url, browser.cookies);

    const reply = await browser[method]('/auth/logout');

    expect(reply).toMatchObject({ status: 200, body: { success: true } });
    expect(reply.headers.get('set-cookie')).toMatch(/^session=; .*Max-Age=0/);
    expect(await replay.get('/users/@me')).toMatchObject({ status: 401, body: { error: { code: 'UNAUTHORIZED' } } });
  },
);

test('logging out without a session answers the same', async () => {
  expect(await browserAt(app.url).get('/auth/logout')).toMatchObject({ status: 200, body: { success: true } });
  expect(await app.anyone.get('/auth/logout')).toMatchObject({ status: 200 });
});

test('another site cannot log a visitor out, nor a caller that does not say where it comes from', async () => {
  const cookie = `session=${browser.cookies.get('session')}`;
  const attempts = [
    () => browser.get('/auth/logout', { 'sec-fetch-site': 'cross-site' }),
    () => browser.post('/auth/logout', {}, { 'sec-fetch-site': 'same-site' }),
    () => app.anyone.get('/auth/logout', undefined, { cookie }),
    () => app.anyone.get('/auth/logout', undefined, { cookie, origin: 'https://evil.example' }),
  ];

  for (const attempt of attempts) {
    expect(await attempt()).toMatchObject({ status: 403, body: { error: { details: { reason: 'ORIGIN_REFUSED' } } } });
  }
  expect((await browser.get('/users/@me')).status).toBe(200);
});
