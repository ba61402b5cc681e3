import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { type GivenProject, startTestApp, type TestApp } from '#testing';
import { mayManage } from './project.ts';

let app: TestApp;
let project: GivenProject;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.given.project();
});

const at = (id: string) => `/projects/${project.id}/members/${id}`;

test('an ADMIN cannot make themselves OWNER, nor withdraw an OWNER invitation', async () => {
  const admin = await app.given.member(project, 'ADMIN');
  const invited = await project.owner.client.post(`/projects/${project.id}/members`, {
    email: 'heir@example.com',
    role: 'OWNER',
  });

  expect((await admin.client.patch(at(admin.id), { role: 'OWNER' })).status).toBe(403);
  expect((await admin.client.delete(at(invited.body.id))).status).toBe(403);
  expect((await admin.client.post(`/projects/${project.id}/members`, { email: 'heir@example.com' })).status).toBe(403);
  expect((await admin.client.patch(at(admin.id), { role: 'MEMBER' })).status).toBe(200);
});

test.each([
  ['OWNER', ['OWNER', 'MEMBER'], true],
  ['ADMIN', ['ADMIN', 'MEMBER'], true],
  ['ADMIN', ['MEMBER', 'OWNER'], false],
  ['MEMBER', ['MEMBER'], false],
] as const)('a %s who manages %s: %s', (own, affected, isAllowed) => {
  expect(mayManage(own, ...affected)).toBe(isAllowed);
});
