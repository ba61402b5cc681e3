import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { TestApp } from '#testing';
import { startTestApp } from '#testing';

type GivenProject = Awaited<ReturnType<TestApp['given']['project']>>;

let app: TestApp;
let project: GivenProject;
let team: string;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.given.project();
  team = `/projects/${project.id}/members`;
});

const query = (text: string, values: unknown[] = []) => app.app.cellar.database.pool.query(text, values);
const owners = async (id: string = project.id): Promise<number> =>
  Number(
    (await query(`select count(*) as n from memberships where project_id = $1 and role = 'OWNER'`, [id])).rows[0].n,
  );

test('the last owner cannot leave, step down or be removed', async () => {
  const { id, client } = project.owner;
  const refused = {
    status: 409,
    body: { error: { code: 'LAST_OWNER', details: { projects: [{ id: project.id, name: 'Acme' }] } } },
  };

  expect(await client.delete(`${team}/${id}`)).toMatchObject(refused);
  expect(await client.patch(`${team}/${id}`, { role: 'MEMBER' })).toMatchObject(refused);
  expect((await client.get('/users/@me')).status).toBe(200);
  expect(await owners()).toBe(1);
});

test('anyone else may leave', async () => {
  for (const role of ['OWNER', 'ADMIN', 'MEMBER'] as const) {
    const { client, id } = await app.given.member(project, role);
    expect((await client.delete(`${team}/${id}`)).status).toBe(204);
    expect((await client.get(team)).status).toBe(404);
  }
});

test('two owners removed at once leave one', async () => {
  for (let round = 0; round < 10; round += 1) {
    const shared = await app.given.project({ owner: project.owner });
    const second = await app.given.member(shared, 'OWNER');
    const path = `/projects/${shared.id}/members`;

    const replies = await Promise.all([
      project.owner.client.delete(`${path}/${project.owner.id}`),
      round % 2 === 0
        ? second.client.delete(`${path}/${second.id}`)
        : second.client.patch(`${path}/${second.id}`, { role: 'MEMBER' }),
    ]);

    expect(replies.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(1);
    expect(await owners(shared.id)).toBe(1);
    if (replies[0]?.status === 204)
      await query(`insert into memberships values ($1, $2, 'OWNER', now())`, [shared.id, project.owner.id]);
  }
});

test('two owners that remove each other at once leave one', async () => {
  const second = await app.given.member(project, 'OWNER');

  await Promise.all([
    project.owner.client.delete(`${team}/${second.id}`),
    second.client.delete(`${team}/${project.owner.id}`),
  ]);

  expect(await owners()).toBe(1);
});

test('an account cannot be deleted while it is the only owner of a project', async () => {
  const shared = await app.given.project({ owner: project.owner, name: 'Shared' });
  await app.given.member(shared, 'OWNER');
  const { client } = project.owner;

  const refused = await client.delete('/users/@me');
  await client.delete(`/users/@me/projects/${project.id}`);
  const gone = await client.delete('/users/@me');

  expect(refused).toMatchObject({
    status: 409,
    body: { error: { code: 'LAST_OWNER', details: { projects: [{ id: project.id, name: 'Acme' }] } } },
  });
  expect(gone.status).toBe(204);
  expect(gone.headers.get('set-cookie')).toMatch(/Max-Age=0/);
  expect((await client.get('/users/@me')).status).toBe(401);
  expect(await owners(shared.id)).toBe(1);
});

test('deleting an account with a password needs it', async () => {
  const { client } = await app.given.user({ password: 'a long enough password' });

  expect(await client.delete('/users/@me')).toMatchObject({
    status: 422,
    body: { error: { errors: [{ field: 'password', code: 'required' }] } },
  });
  expect(await client.delete('/users/@me', { password: 'wrong' })).toMatchObject({
    status: 401,
    body: { error: { code: 'INVALID_CREDENTIALS' } },
  });
  expect((await client.delete('/users/@me', { password: 'a long enough password' })).status).toBe(204);
});
