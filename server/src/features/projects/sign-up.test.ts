import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { ownerLink } from '#features/accounts';
import { instanceContext } from '#platform/context';
import { browserAt, startTestApp, type TestApp, testApp } from '#testing';

let app: TestApp;
let people = 0;
const password = 'a long enough password';

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'), { TRUSTED_PROXIES: '1' });
  await app.given.user();
});
afterAll(() => app.close());

const newEmail = (): string => {
  people += 1;
  return `new-${people}@example.com`;
};

const linkOf = (at: TestApp) => ownerLink(instanceContext(at.app.services));
const tokenIn = (url: string | null): string => /(?:token=|invite\/)(.+)$/.exec(url ?? '')?.[1] ?? '';

test('a known address is refused, and of several concurrent sign-ups one succeeds', async () => {
  const email = newEmail();

  const replies = await Promise.all([1, 2, 3].map(() => browserAt(app.url).post('/auth/signup', { email, password })));
  const later = await browserAt(app.url).post('/auth/signup', { email, password });

  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  expect(later).toMatchObject({ status: 409, body: { error: { code: 'EMAIL_TAKEN' } } });
});

test('of two concurrent first sign-ups one is the administrator', async () => {
  const empty = await testApp({ TRUSTED_PROXIES: '1' });

  const replies = await Promise.all(
    [1, 2, 3, 4].map(() => browserAt(empty.url).post('/auth/signup', { email: newEmail(), password })),
  );

  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(replies.filter(({ body }) => body.isInstanceAdmin)).toHaveLength(1);
});

test('with SIGNUPS=owner only the printed link lets the first person sign up, once', async () => {
  const owned = await testApp({ TRUSTED_PROXIES: '1', SIGNUPS: 'owner' });
  const [link, again] = [await linkOf(owned), await linkOf(owned)];
  const signUp = (extra: object) =>
    browserAt(owned.url).post('/auth/signup', { email: newEmail(), password, ...extra });

  const bare = await signUp({});
  const wrong = await signUp({ token: 'x' });
  const both = await Promise.all([signUp({ token: tokenIn(link) }), signUp({ token: tokenIn(link) })]);
  const later = await signUp({ token: tokenIn(link) });

  expect(link).toMatch(/^http:\/\/localhost:8080\/app\/start\?token=/);
  expect(again).toBe(link);
  expect(bare).toMatchObject({ status: 403, body: { error: { code: 'SIGNUPS_DISABLED' } } });
  expect(wrong).toMatchObject({ status: 400, body: { error: { code: 'INVALID_TOKEN' } } });
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400]);
  expect(both.find(({ status }) => status === 201)?.body).toMatchObject({ isInstanceAdmin: true, emailVerified: true });
  expect(later.status).toBe(400);
  expect(await linkOf(owned)).toBeNull();
});
