import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { Client, TestApp } from '#testing';
import { browserAt, startTestApp } from '#testing';

type GivenProject = Awaited<ReturnType<TestApp['given']['project']>>;

let app: TestApp;
let project: GivenProject;
let owner: Client;
let team: string;
let people = 0;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'), { TRUSTED_PROXIES: '1' });
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.given.project();
  owner = project.owner.client;
  team = `/projects/${project.id}/members`;
});

const query = (text: string, values: unknown[] = []) => app.app.cellar.database.pool.query(text, values);
const tokenOf = (reply: { body: { inviteUrl: string } }): string => reply.body.inviteUrl.split('/').at(-1) ?? '';
const newEmail = (): string => {
  people += 1;
  return `guest-${people}@example.com`;
};

test('an invited person gets a mail, sees what it is for, accepts and is in', async () => {
  const guest = await app.given.user();
  const invited = await owner.post(team, { email: guest.email.toUpperCase(), role: 'ADMIN' });
  await app.settle();
  const mailed = /invite\/(\S+)/.exec(app.mails.at(-1)?.text ?? '')?.[1] ?? '';

  const shown = await app.anyone.get(`/invitations/${mailed}`);
  const accepted = await guest.client.post(`/invitations/${mailed}/accept`);

  expect(invited).toMatchObject({
    status: 201,
    body: { userId: null, email: guest.email, name: null, role: 'ADMIN', status: 'pending', joinedAt: null },
  });
  expect(tokenOf(invited)).toBe(mailed);
  expect(app.mails.at(-1)?.to).toBe(guest.email);
  expect(shown).toMatchObject({
    status: 200,
    body: { project: 'Acme', email: guest.email, role: 'ADMIN', inviter: project.owner.email },
  });
  expect(accepted).toMatchObject({ status: 200, body: { id: project.id, role: 'ADMIN' } });
  expect(accepted.body).not.toHaveProperty('secret');
});

test('joining gives the session a new cookie', async () => {
  const [email, password] = [newEmail(), 'a long enough password'];
  const browser = browserAt(app.url);
  await browser.post('/auth/signup', { email, password });
  const before = browserAt(app.url, browser.cookies);

  await browser.post(`/invitations/${tokenOf(await owner.post(team, { email }))}/accept`);

  expect((await before.get('/users/@me')).status).toBe(401);
  expect((await browser.get('/users/@me')).body).toMatchObject({ email, emailVerified: true });
});

test('an invitation is used once, by the invited address alone', async () => {
  const [guest, other] = [await app.given.user(), await app.given.user()];
  const token = tokenOf(await owner.post(team, { email: guest.email }));
  const accept = async (client: Client) => client.post(`/invitations/${token}/accept`);

  const refused = await accept(other.client);
  const both = await Promise.all([accept(guest.client), accept(guest.client), accept(guest.client)]);

  expect(refused).toMatchObject({
    status: 403,
    body: { error: { code: 'FORBIDDEN', details: { reason: 'OTHER_ADDRESS' } } },
  });
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await app.anyone.get(`/invitations/${token}`)).status).toBe(404);
  expect((await app.anyone.post(`/invitations/${token}/accept`)).status).toBe(401);
  expect((await owner.get(team)).body).toHaveLength(2);
});

test('an invitation that is expired, withdrawn or made up does not exist', async () => {
  const guest = await app.given.user();
  const invited = await owner.post(team, { email: guest.email });
  const token = tokenOf(invited);
  const tries = async (tried: string) => [
    (await app.anyone.get(`/invitations/${tried}`)).status,
    (await guest.client.post(`/invitations/${tried}/accept`)).status,
  ];
  await query(`update invitations set expires_at = now() where id = $1`, [invited.body.id]);

  expect(await tries(token)).toEqual([404, 404]);
  expect(await tries('made-up')).toEqual([404, 404]);
  const renewed = await owner.post(team, { email: guest.email });
  expect((await app.anyone.get(`/invitations/${token}`)).status).toBe(200);
  await owner.delete(`${team}/${renewed.body.id}`);
  expect(await tries(token)).toEqual([404, 404]);
});

test('inviting again renews the invitation and mails it again', async () => {
  const email = newEmail();
  const first = await owner.post(team, { email });
  await query(`update invitations set expires_at = expires_at - interval '5 days' where id = $1`, [first.body.id]);

  const second = await owner.post(team, { email, role: 'ADMIN' });
  await app.settle();

  expect(second).toMatchObject({ status: 200, body: { id: first.body.id, role: 'ADMIN' } });
  expect(new Date(second.body.expiresAt).getTime() - Date.now()).toBeGreaterThan(6.9 * 24 * 60 * 60 * 1_000);
  expect(app.mails.filter(({ to }) => to === email)).toHaveLength(2);
  expect((await owner.get(team)).body).toHaveLength(2);
});

test('who is in the team already is not invited again', async () => {
  const member = await app.given.member(project, 'MEMBER');

  expect(await owner.post(team, { email: member.email })).toMatchObject({
    status: 409,
    body: { error: { code: 'ALREADY_MEMBER' } },
  });
});

test('inviting needs a verified address and a valid one', async () => {
  const unverified = await app.given.user({ isVerified: false });
  const theirs = await app.given.project({ owner: unverified });

  expect(await unverified.client.post(`/projects/${theirs.id}/members`, { email: newEmail() })).toMatchObject({
    status: 403,
    body: { error: { code: 'EMAIL_VERIFICATION_REQUIRED' } },
  });
  expect((await owner.post(team, { email: 'x' })).status).toBe(422);
  expect((await owner.post(team, {})).status).toBe(422);
  expect((await owner.post(team, { email: newEmail(), role: 'KING' })).status).toBe(422);
});

test('a project sends fifty invitations a day', async () => {
  await owner.post(team, { email: newEmail() });
  await query(`update rate_limits set used = 50 where key = $1`, [`invitations:${project.id}`]);

  expect(await owner.post(team, { email: newEmail() })).toMatchObject({
    status: 429,
    body: { error: { details: { limit: 50, windowSeconds: 86_400, scope: 'project' } } },
  });
});

test('nobody is invited again and again, whoever invites and into whatever project', async () => {
  const email = newEmail();
  await owner.post(team, { email });
  await query(`update rate_limits set used = 10 where key like 'invitations-to:%'`);
  const other = await app.given.project();

  const again = await other.owner.client.post(`/projects/${other.id}/members`, { email });

  expect(again).toMatchObject({ status: 429, body: { error: { details: { limit: 10, scope: 'address' } } } });
  await query(`delete from rate_limits where key like 'invitations-to:%'`);
});

test('a person sends a hundred invitations a day over all projects', async () => {
  await owner.post(team, { email: newEmail() });
  await query(`update rate_limits set used = 100 where key like 'invitations-by:%'`);

  const refused = await owner.post(team, { email: newEmail() });

  expect(refused).toMatchObject({ status: 429, body: { error: { details: { limit: 100, scope: 'user' } } } });
  await query(`delete from rate_limits where key like 'invitations-by:%'`);
});

test('a name in a mail to a stranger is short, and no link', async () => {
  await owner.patch('/users/@me', { name: `Win at https://evil.example/prize now ${'and '.repeat(12)}then` });
  await owner.patch(`/users/@me/projects/${project.id}`, { name: `www.evil.example ${'long '.repeat(12)}end` });
  const email = newEmail();
  await owner.post(team, { email });

  await app.settle();

  const mail = app.mails.find(({ to }) => to === email);
  expect(mail?.subject).toMatch(/^Win at https evil example prize now and .* invites you to www evil example long/);
  expect(mail?.text).not.toMatch(/evil\.example/);
  expect(mail?.subject.length).toBeLessThan(140); // two names of 60 characters; as they were given it would be 180
});

test('the team is listed with owners first, then by date, invitations included', async () => {
  const admin = await app.given.member(project, 'ADMIN');
  const invited = await owner.post(team, { email: newEmail() });
  const second = await app.given.member(project, 'OWNER');

  const { body } = await admin.client.get(team);

  expect(body.map(({ id }: { id: string }) => id)).toEqual([project.owner.id, second.id, admin.id, invited.body.id]);
  expect(body[2]).toEqual({
    id: admin.id,
    userId: admin.id,
    email: admin.email,
    name: null,
    role: 'ADMIN',
    status: 'active',
    invitedAt: null,
    expiresAt: null,
    joinedAt: expect.stringMatching(/Z$/),
  });
});

test('a changed role counts from the next request on, for invitations too', async () => {
  const member = await app.given.member(project, 'MEMBER');
  const invited = await owner.post(team, { email: newEmail() });

  const changed = await owner.patch(`${team}/${member.id}`, { role: 'ADMIN' });
  const pending = await owner.patch(`${team}/${invited.body.id}`, { role: 'ADMIN' });

  expect(changed).toMatchObject({ status: 200, body: { id: member.id, role: 'ADMIN', status: 'active' } });
  expect(pending).toMatchObject({ status: 200, body: { role: 'ADMIN', status: 'pending' } });
  expect((await member.client.post(team, { email: newEmail() })).status).toBe(201);
  await owner.delete(`${team}/${member.id}`);
  expect((await member.client.get(team)).status).toBe(404);
});

test('changing the own role gives the session a new cookie', async () => {
  const second = await app.given.member(project, 'OWNER');

  const reply = await second.client.patch(`${team}/${second.id}`, { role: 'ADMIN' });

  expect(reply.headers.get('set-cookie')).toMatch(/^session=/);
  expect((await second.client.get('/users/@me')).status).toBe(401);
});

test('names of people cannot bend the lines of a mail', async () => {
  await owner.patch('/users/@me', { name: 'Ann\r\nBcc: all@example.com' });
  await owner.patch(`/users/@me/projects/${project.id}`, { name: 'A\u2028B' });
  const email = newEmail();
  await owner.post(team, { email });

  await app.settle();

  expect(app.mails.find(({ to }) => to === email)?.subject).toBe('Ann Bcc all example com invites you to A B');
});

test('unknown, malformed and foreign people answer alike', async () => {
  const stranger = await app.given.user();
  const refusal = async (method: 'patch' | 'delete', id: string) => {
    const { status, body } = await owner[method](`${team}/${id}`, { role: 'ADMIN' });
    return { status, code: body.error.code, message: body.error.message, resource: body.error.details.resource };
  };

  for (const method of ['patch', 'delete'] as const) {
    const foreign = await refusal(method, stranger.id);
    expect(foreign).toMatchObject({ status: 404, code: 'RESOURCE_NOT_FOUND', resource: 'user' });
    expect(await refusal(method, '0192f0c2-a1b4-7c3e-9d5f-6a7b8c9d0e1f')).toEqual(foreign);
    expect(await refusal(method, 'nobody')).toEqual(foreign);
  }
});
