import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { instanceContext, projectContext } from '#platform/context';
import { type Client, type GivenProject, startTestApp, type TestApp } from '#testing';
import { eraseLeftProjects } from './erase-project.ts';
import { recordReadiness } from './index.ts';

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

const query = (text: string, values: unknown[] = []) => app.app.services.database.pool.query(text, values);

test('one person owns a limited number of projects, also when asking several times at once', async () => {
  const replies = await Promise.all([1, 2, 3, 4].map((n) => owner.post('/users/@me/projects', { name: `P${n}` })));

  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 400, 400]);
  expect(replies.find(({ status }) => status === 400)?.body.error).toMatchObject({
    code: 'PROJECT_LIMIT_REACHED',
    details: { limit: 3 },
  });
});

test('going live needs a domain, a provider and a verified address; going back needs nothing', async () => {
  const { rows } = await query(`update users set email_verified_at = null where id = $1 returning id`, [
    project.owner.id,
  ]);
  const ctx = projectContext(app.app.services, project.id);
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

test('a forged erase task for a living project does nothing', async () => {
  await app.app.services.queue.boss.send('projects.erase', { projectId: null, payload: { projectId: project.id } });

  await app.settle();

  expect((await app.as(project.secretKey).get('/contacts')).status).toBe(200);
});

test('a project whose erasure was lost is erased later', async () => {
  await query(`update projects set deleted_at = now() - interval '61 minutes' where id = $1`, [project.id]);

  await eraseLeftProjects.run(instanceContext(app.app.services));
  await app.settle();

  expect((await query(`select id from projects where id = $1`, [project.id])).rows).toEqual([]);
});
