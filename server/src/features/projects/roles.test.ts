import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { Role } from '#platform/http';
import type { Client, TestApp } from '#testing';
import { startTestApp } from '#testing';
import { mayManage } from './project.ts';

type GivenProject = Awaited<ReturnType<TestApp['given']['project']>>;
type Given = Awaited<ReturnType<TestApp['given']['user']>>;

let app: TestApp;
let project: GivenProject;
let subject: Given;
let people = 0;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.given.project();
  await app.given.member(project, 'OWNER');
  subject = await app.given.member(project, 'MEMBER');
});

const invite = (role?: Role) => (client: Client) => {
  people += 1;
  return client.post(`/projects/${project.id}/members`, { email: `invited-${people}@example.com`, role });
};
const settings = () => `/users/@me/projects/${project.id}`;
const at = (id: string) => `/projects/${project.id}/members/${id}`;

const cases: [what: string, call: (client: Client) => Promise<{ status: number }>, ...allowed: Role[]][] = [
  ['see the team', (client) => client.get(`/projects/${project.id}/members`), 'OWNER', 'ADMIN', 'MEMBER'],
  ['see the keys', (client) => client.get(`/projects/${project.id}/keys`), 'OWNER', 'ADMIN', 'MEMBER'],
  ['change settings', (client) => client.patch(settings(), { name: 'New' }), 'OWNER', 'ADMIN'],
  ['replace the keys', (client) => client.post(`${settings()}/regenerate-keys`), 'OWNER', 'ADMIN'],
  ['delete the project', (client) => client.delete(settings()), 'OWNER'],
  ['invite a MEMBER', invite(), 'OWNER', 'ADMIN'],
  ['invite an ADMIN', invite('ADMIN'), 'OWNER', 'ADMIN'],
  ['invite an OWNER', invite('OWNER'), 'OWNER'],
  ['make a MEMBER an ADMIN', (client) => client.patch(at(subject.id), { role: 'ADMIN' }), 'OWNER', 'ADMIN'],
  ['make a MEMBER an OWNER', (client) => client.patch(at(subject.id), { role: 'OWNER' }), 'OWNER'],
  ['change an OWNER', (client) => client.patch(at(project.owner.id), { role: 'ADMIN' }), 'OWNER'],
  ['remove a MEMBER', (client) => client.delete(at(subject.id)), 'OWNER', 'ADMIN'],
  ['remove an OWNER', (client) => client.delete(at(project.owner.id)), 'OWNER'],
];

test.each(cases)('who may %s', async (_what, call, ...allowed) => {
  for (const role of ['MEMBER', 'ADMIN', 'OWNER'] as const) {
    subject = await app.given.member(project, 'MEMBER');
    const { client } = await app.given.member(project, role);
    const reply = await call(client);
    if (allowed.includes(role)) expect(reply.status, role).toBeLessThan(300);
    else
      expect(reply, role).toMatchObject({
        status: 403,
        body: { error: { code: 'FORBIDDEN', details: { reason: 'ROLE_TOO_LOW' } } },
      });
  }
});

test.each(cases)('a stranger cannot %s: the project is as unknown as none', async (_what, call) => {
  const stranger = await app.given.user();
  const unknown = { ...project, id: '0192f0c2-a1b4-7c3e-9d5f-6a7b8c9d0e1f' as typeof project.id };
  const seen = async () => {
    const { status, body } = (await call(stranger.client)) as {
      status: number;
      body: { error: { code: string; message: string; details: { resource: string } } };
    };
    return { status, code: body.error.code, message: body.error.message, resource: body.error.details.resource };
  };

  const foreign = await seen();
  project = unknown;

  expect(foreign).toMatchObject({ status: 404, code: 'RESOURCE_NOT_FOUND', resource: 'project' });
  expect(await seen()).toEqual(foreign);
});

test('an ADMIN cannot make themselves OWNER, nor take back an OWNER invitation', async () => {
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
] as const)('a %s who touches %s: %s', (own, touched, isAllowed) => {
  expect(mayManage(own, ...touched)).toBe(isAllowed);
});

test('API keys are refused on project and team routes', async () => {
  for (const path of [`/projects/${project.id}/members`, `/projects/${project.id}/keys`, '/users/@me/projects']) {
    expect(await app.as(project.secretKey).get(path)).toMatchObject({
      status: 401,
      body: { error: { code: 'INVALID_API_KEY' } },
    });
  }
});
