import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { runSchedule, startTestApp, type TestApp } from '#testing';
import { clientOf } from '#testing/client';
import { anotherProcess } from '#testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'), { TRUSTED_PROXIES: '1' });
});
afterAll(() => app.close());

async function givenPreview(html: string) {
  const project = await app.given.project();
  const preview = async (text: string): Promise<string> => {
    const { status, body } = await app.as(project.secretKey).post('/previews', { html: text });
    expect(status).toBe(201);
    return new URL(body.url).pathname;
  };
  return { project, preview, path: await preview(html) };
}

const rowsOf = async (projectId: string): Promise<number> => {
  const { pool } = app.app.services.database;
  return Number((await pool.query('select count(*) from previews where project_id = $1', [projectId])).rows[0].count);
};

test('what one process has stored, another one shows', async () => {
  const { path } = await givenPreview('<p>Hello</p>');
  const other = await anotherProcess(app, {});

  const reply = await clientOf(other.url ?? '').get(path);

  expect([reply.status, reply.text]).toEqual([200, '<p>Hello</p>']);
});

test('the token is not in the database', async () => {
  const { path, project } = await givenPreview('<p>Hello</p>');
  const token = path.split('/').at(-1) ?? '';
  const { pool } = app.app.services.database;

  const { rows } = await pool.query('select p::text as row from previews p where project_id = $1', [project.id]);

  expect(rows).toHaveLength(1);
  expect(rows[0].row).not.toContain(token);
  expect(rows[0].row).not.toContain(Buffer.from(token).toString('hex'));
});

test('one whose minute is over is not shown, and removed', async () => {
  const { path, project } = await givenPreview('<p>Hello</p>');
  const { pool } = app.app.services.database;
  const endedAgo = (interval: string) =>
    pool.query(`update previews set expires_at = now() - $2::interval where project_id = $1`, [project.id, interval]);

  await endedAgo('0 seconds');
  expect((await app.anyone.get(path)).status).toBe(404);
  await endedAgo('2 minutes');
  await runSchedule(app, 'retention');

  expect(await rowsOf(project.id)).toBe(0);
});

test('a project keeps its newest twenty, and those of a neighbour stay (D-514)', async () => {
  const neighbour = await givenPreview('<p>Neighbour</p>');
  const { path: first, project, preview } = await givenPreview('<p>0</p>');
  // Why: two within one millisecond have no order.
  await app.app.services.database.pool.query(`update previews set created_at = created_at - interval '1 second'`);
  const paths = [first];
  for (let number = 1; number <= 20; number += 1) paths.push(await preview(`<p>${number}</p>`));

  const statuses = await Promise.all(paths.map(async (path) => (await app.anyone.get(path)).status));

  expect(statuses).toEqual([404, ...Array.from({ length: 20 }, () => 200)]);
  expect(await rowsOf(project.id)).toBe(20);
  expect((await app.anyone.get(neighbour.path)).status).toBe(200);
});
