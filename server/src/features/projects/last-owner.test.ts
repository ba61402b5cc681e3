import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { type GivenProject, startTestApp, type TestApp } from '#testing';

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

const query = (text: string, values: unknown[] = []) => app.app.services.database.pool.query(text, values);
const owners = async (id: string = project.id): Promise<number> =>
  Number(
    (await query(`select count(*) as n from memberships where project_id = $1 and role = 'OWNER'`, [id])).rows[0].n,
  );

test('of two owners removed at the same time one stays', async () => {
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

test('of two owners that remove each other at the same time one stays', async () => {
  const second = await app.given.member(project, 'OWNER');

  await Promise.all([
    project.owner.client.delete(`${team}/${second.id}`),
    second.client.delete(`${team}/${project.owner.id}`),
  ]);

  expect(await owners()).toBe(1);
});
