import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { ownerLink } from '#features/accounts';
import { instanceContext } from '#platform/context';
import type { TestApp } from '#testing';
import { browserAt, startTestApp, testApp } from '#testing';

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

const linkOf = (at: TestApp) => ownerLink(instanceContext(at.app.cellar));
const tokenIn = (url: string | null): string => /(?:token=|invite\/)(.+)$/.exec(url ?? '')?.[1] ?? '';

test('signing up opens a session and mails a link to verify the address', async () => {
  const [email, browser] = [newEmail(), browserAt(app.url)];

  const reply = await browser.post('/auth/signup', { email: email.toUpperCase(), password, name: ' Ann ' });
  await app.settle();

  expect(reply).toMatchObject({
    status: 201,
    body: { email, name: 'Ann', emailVerified: false, type: 'PASSWORD', isInstanceAdmin: false, project: null },
  });
  expect((await browser.get('/users/@me')).body.id).toBe(reply.body.id);
  expect(app.mails.at(-1)).toMatchObject({ to: email, subject: 'Confirm your email address' });
});

test('a first project comes with its secret key', async () => {
  const [email, browser] = [newEmail(), browserAt(app.url)];

  const { body } = await browser.post('/auth/signup', {
    email,
    password,
    projectName: 'Acme',
    timezone: 'Europe/Berlin',
  });

  expect(body.project).toMatchObject({ name: 'Acme', timezone: 'Europe/Berlin', role: 'OWNER', mode: 'test' });
  expect((await app.as(body.project.secret).get('/contacts')).status).toBe(200);
  expect((await browser.get('/users/@me/projects')).body).toHaveLength(1);
});

test('what is wrong with a sign-up is told all at once', async () => {
  const wrong = { email: 'x', password: 'short', name: 'x'.repeat(101), projectName: ' ', timezone: 'Mars/Base' };

  const { status, body } = await browserAt(app.url).post('/auth/signup', wrong);

  expect(status).toBe(422);
  expect(body.error.errors.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`)).toEqual([
    'email invalid_string',
    'password too_small',
    'name too_big',
    'projectName too_small',
    'timezone invalid_string',
  ]);
  expect(JSON.stringify(body)).not.toContain('short');
});

test('a known address is refused, and of several at once one signs up', async () => {
  const email = newEmail();

  const replies = await Promise.all([1, 2, 3].map(() => browserAt(app.url).post('/auth/signup', { email, password })));
  const later = await browserAt(app.url).post('/auth/signup', { email, password });

  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  expect(later).toMatchObject({ status: 409, body: { error: { code: 'EMAIL_TAKEN' } } });
});

test('one place signs up ten times an hour at most, also with known addresses', async () => {
  const [email, browser] = [newEmail(), browserAt(app.url)];
  const statuses = [];
  for (let time = 0; time < 11; time += 1) {
    browser.cookies.clear();
    statuses.push((await browser.post('/auth/signup', { email, password })).status);
  }

  expect(statuses).toEqual([201, ...Array(9).fill(409), 429]);
});

test('a page of another site cannot sign a visitor up', async () => {
  const headers = { 'sec-fetch-site': 'cross-site' };

  expect((await browserAt(app.url).post('/auth/signup', { email: newEmail(), password }, headers)).status).toBe(403);
});

test('nobody can make themselves administrator or verified', async () => {
  const extra = { isInstanceAdmin: true, emailVerified: true, emailVerifiedAt: '2026-01-01', role: 'OWNER', id: 'x' };

  const { body } = await browserAt(app.url).post('/auth/signup', { email: newEmail(), password, ...extra });

  expect(body).toMatchObject({ isInstanceAdmin: false, emailVerified: false });
});

test('of two first sign-ups at once one is the administrator', async () => {
  const empty = await testApp({ TRUSTED_PROXIES: '1' });

  const replies = await Promise.all(
    [1, 2, 3, 4].map(() => browserAt(empty.url).post('/auth/signup', { email: newEmail(), password })),
  );

  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(replies.filter(({ body }) => body.isInstanceAdmin)).toHaveLength(1);
});

test('with SIGNUPS=owner only the printed link lets the first person in, once', async () => {
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

test('with SIGNUPS=closed an invitation still lets its address in, joins the project and verifies', async () => {
  const closed = await testApp({ TRUSTED_PROXIES: '1', SIGNUPS: 'closed' });
  const project = await closed.given.project();
  const email = newEmail();
  const invited = await project.owner.client.post(`/projects/${project.id}/members`, { email, role: 'ADMIN' });
  const token = tokenIn(invited.body.inviteUrl);
  await closed.settle();
  const mails = closed.mails.length;
  const signUp = (given: object) => browserAt(closed.url).post('/auth/signup', { password, ...given });

  const uninvited = await signUp({ email: newEmail() });
  const otherAddress = await signUp({ email: newEmail(), token });
  const joined = await signUp({ email, token });
  const usedUp = await signUp({ email: newEmail(), token });
  await closed.settle();

  expect(uninvited).toMatchObject({ status: 403, body: { error: { code: 'SIGNUPS_DISABLED' } } });
  expect(otherAddress).toMatchObject({ status: 400, body: { error: { code: 'INVALID_TOKEN' } } });
  expect(joined).toMatchObject({
    status: 201,
    body: { emailVerified: true, project: { id: project.id, role: 'ADMIN' } },
  });
  expect(joined.body.project).not.toHaveProperty('secret');
  expect(usedUp.status).toBe(400);
  expect(closed.mails).toHaveLength(mails);
});

test('without a mail transport nobody needs to verify an address', async () => {
  const silent = await testApp({ TRUSTED_PROXIES: '1' }, { canSendMail: false });
  const browser = browserAt(silent.url);
  await browser.post('/auth/signup', { email: newEmail(), password, projectName: 'One' });

  const second = await browser.post('/users/@me/projects', { name: 'Two' });
  const invited = await browser.post(`/projects/${second.body.id}/members`, { email: newEmail() });
  const live = await browser.patch(`/users/@me/projects/${second.body.id}`, { mode: 'live' });

  expect(second.status).toBe(201);
  expect(invited.status).toBe(201);
  expect(live.body.error.details.missing).toEqual(['domain', 'provider']);
  expect(await browser.post('/auth/request-verification')).toMatchObject({ status: 200 });
});
