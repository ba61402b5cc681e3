import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { instanceContext, projectContext } from '#platform/context';
import type { Client, TestApp } from '#testing';
import { startTestApp } from '#testing';
import { eraseLeftProjects } from './erase-project.ts';
import { recordReadiness } from './index.ts';

type GivenProject = Awaited<ReturnType<TestApp['given']['project']>>;

let app: TestApp;
let project: GivenProject;
let owner: Client;
let path: string;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'), { MAX_PROJECTS_PER_USER: '3' });
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.given.project();
  owner = project.owner.client;
  path = `/users/@me/projects/${project.id}`;
});

const query = (text: string, values: unknown[] = []) => app.app.cellar.database.pool.query(text, values);

test('a new project is complete, in test mode, and shows its secret key once', async () => {
  const created = await owner.post('/users/@me/projects', { name: ' Beta ', timezone: 'UTC', language: 'de-AT' });
  const { secret, ...shown } = created.body;
  const { body: list } = await owner.get('/users/@me/projects');

  expect(created.status).toBe(201);
  expect(secret).toMatch(/^sk_[\w-]{49}$/);
  expect(shown).toMatchObject({
    name: 'Beta',
    role: 'OWNER',
    public: expect.stringMatching(/^pk_[\w-]{49}$/),
    secretLast4: secret.slice(-4),
    mode: 'test',
    sandboxAddress: 'hello@postrider.test',
    disabled: false,
    disabledReason: null,
    pausedAt: null,
    marketingPausedAt: null,
    tracking: 'ENABLED',
    language: 'de-AT',
    timezone: 'UTC',
    sendRate: null,
    resendOnDoubt: { transactional: true, marketing: false },
    subscription: null,
  });
  expect(list.map(({ id }: { id: string }) => id)).toEqual([project.id, shown.id]);
  expect(list[1]).toEqual(shown);
});

test('a project needs a name, a real time zone and a language', async () => {
  const { status, body } = await owner.post('/users/@me/projects', { timezone: '+02:00', language: 'german' });

  expect(status).toBe(422);
  expect(body.error.errors.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`)).toEqual([
    'name required',
    'timezone invalid_string',
    'language invalid_string',
  ]);
});

test('one person owns a limited number of projects, also when asking several times at once', async () => {
  const replies = await Promise.all([1, 2, 3, 4].map((n) => owner.post('/users/@me/projects', { name: `P${n}` })));

  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 400, 400]);
  expect(replies.find(({ status }) => status === 400)?.body.error).toMatchObject({
    code: 'PROJECT_LIMIT_REACHED',
    details: { limit: 3 },
  });
});

test('a second project needs a verified address', async () => {
  const { client } = await app.given.user({ isVerified: false });

  expect((await client.post('/users/@me/projects', { name: 'One' })).status).toBe(201);
  expect(await client.post('/users/@me/projects', { name: 'Two' })).toMatchObject({
    status: 403,
    body: { error: { code: 'EMAIL_VERIFICATION_REQUIRED' } },
  });
});

test('settings change one by one; what is not sent stays', async () => {
  await owner.patch(path, { name: 'Renamed', sendRate: 2.5, resendOnDoubt: { marketing: true } });
  const second = await owner.patch(path, {
    tracking: 'MARKETING_ONLY',
    timezone: 'Asia/Tokyo',
    language: 'ja',
    name: null,
  });
  const cleared = await owner.patch(path, { sendRate: null });

  expect(second).toMatchObject({
    status: 200,
    body: {
      name: 'Renamed',
      sendRate: 2.5,
      tracking: 'MARKETING_ONLY',
      timezone: 'Asia/Tokyo',
      language: 'ja',
      resendOnDoubt: { transactional: true, marketing: true },
    },
  });
  expect(cleared.body).toMatchObject({ sendRate: null, tracking: 'MARKETING_ONLY' });
});

test('settings out of bounds are refused, and read-only ones have no effect', async () => {
  const bad = await owner.patch(path, { name: '', sendRate: 0, mode: 'beta', tracking: true, language: 'DE' });
  const { body } = await owner.patch(path, {
    id: 'x',
    role: 'MEMBER',
    disabledReason: 'MANUAL',
    hasVerifiedDomain: true,
    has_tested_provider: true,
    deletedAt: '2026-01-01T00:00:00Z',
    handle: 'aaaaaaaa',
    pausedAt: '2026-01-01T00:00:00Z',
  });

  expect(bad.body.error.errors.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`)).toEqual([
    'name too_small',
    'tracking invalid_enum_value',
    'language invalid_string',
    'mode invalid_enum_value',
    'sendRate too_small',
  ]);
  expect(body).toMatchObject({ id: project.id, role: 'OWNER', disabledReason: null, pausedAt: null });
  expect((await owner.patch(path, { mode: 'live' })).body.error.details.missing).toEqual(['domain', 'provider']);
});

test('going live needs a domain, a provider and a verified address; going back needs nothing', async () => {
  const { rows } = await query(`update users set email_verified_at = null where id = $1 returning id`, [
    project.owner.id,
  ]);
  const ctx = projectContext(app.app.cellar, project.id);
  const missing = async () => (await owner.patch(path, { mode: 'live', name: 'Live' })).body.error?.details.missing;

  const nothing = await owner.patch(path, { mode: 'live' });
  await ctx.transaction((tx) => recordReadiness(tx, 'domain', true));
  const noProvider = await missing();
  await ctx.transaction((tx) => recordReadiness(tx, 'provider', true));
  const noEmail = await missing();
  await query(`update users set email_verified_at = now() where id = $1`, [rows[0].id]);
  const live = await owner.patch(path, { mode: 'live' });
  await ctx.transaction((tx) => recordReadiness(tx, 'domain', false));
  const stillLive = await owner.patch(path, { mode: 'live', name: 'Kept' });

  expect(nothing).toMatchObject({
    status: 400,
    body: { error: { code: 'PROJECT_NOT_READY', details: { missing: ['domain', 'provider', 'email'] } } },
  });
  expect(noProvider).toEqual(['provider', 'email']);
  expect(noEmail).toEqual(['email']);
  expect(live).toMatchObject({ status: 200, body: { mode: 'live', name: 'Acme' } });
  expect(stillLive).toMatchObject({ status: 200, body: { mode: 'live', name: 'Kept' } });
  expect((await owner.patch(path, { mode: 'test' })).body.mode).toBe('test');
  expect((await owner.patch(path, { mode: 'live' })).status).toBe(400);
});

test('a deleted project is gone at once for keys and people, and its data is erased', async () => {
  const member = await app.given.member(project, 'MEMBER');
  await app.as(project.secretKey).post('/contacts', { email: 'ada@example.com' });
  await owner.post(`/projects/${project.id}/members`, { email: 'invited@example.com' });

  const reply = await owner.delete(path, { confirm: 'Acme' });
  const afterwards = [
    (await app.as(project.secretKey).get('/contacts')).status,
    (await owner.get(`/projects/${project.id}/members`)).status,
    (await member.in(project.id).get('/contacts')).status,
    (await owner.delete(path)).status,
  ];
  await app.settle();
  const left = await query(
    `select (select count(*) from projects where id = $1) + (select count(*) from contacts where project_id = $1)
          + (select count(*) from invitations where project_id = $1) as rows`,
    [project.id],
  );

  expect(reply.status).toBe(204);
  expect(afterwards).toEqual([401, 404, 404, 404]);
  expect((await owner.get('/users/@me/projects')).body).toEqual([]);
  expect(left.rows[0].rows).toBe('0');
});

test('a deletion that names another project does nothing', async () => {
  expect(await owner.delete(path, { confirm: 'Other' })).toMatchObject({
    status: 422,
    body: { error: { errors: [{ field: 'confirm', code: 'custom' }] } },
  });
  expect((await app.as(project.secretKey).get('/contacts')).status).toBe(200);
});

test('a disabled project refuses keys, deletion and writes, but not settings, team and reading', async () => {
  await query(`update projects set disabled_reason = 'PHISHING_DETECTED' where id = $1`, [project.id]);
  const refused = {
    status: 403,
    body: { error: { code: 'PROJECT_DISABLED', details: { reason: 'PHISHING_DETECTED' } } },
  };

  expect(await app.as(project.secretKey).get('/contacts')).toMatchObject(refused);
  expect(await owner.delete(path)).toMatchObject(refused);
  expect(await project.owner.in(project.id).post('/contacts', { email: 'a@example.com' })).toMatchObject(refused);
  expect((await project.owner.in(project.id).get('/contacts')).status).toBe(200);
  expect(await owner.patch(path, { name: 'Still mine' })).toMatchObject({
    status: 200,
    body: { disabled: true, disabledReason: 'PHISHING_DETECTED' },
  });
  expect((await owner.post(`${path}/regenerate-keys`)).status).toBe(200);
  expect((await owner.post(`/projects/${project.id}/members`, { email: 'x@example.com' })).status).toBe(201);
});

test('a forged erase task for a living project does nothing', async () => {
  await app.app.cellar.queue.boss.send('projects.erase', { projectId: null, payload: { projectId: project.id } });

  await app.settle();

  expect((await app.as(project.secretKey).get('/contacts')).status).toBe(200);
});

test('a project whose erasure was lost is erased later', async () => {
  await query(`update projects set deleted_at = now() - interval '61 minutes' where id = $1`, [project.id]);

  await eraseLeftProjects.run(instanceContext(app.app.cellar));
  await app.settle();

  expect((await query(`select id from projects where id = $1`, [project.id])).rows).toEqual([]);
});
