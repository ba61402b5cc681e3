import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { teamEndpoint, teamEndpointWithBody } from '../conventions/account-endpoint.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import { entry, it } from '../entry.ts';
import { answered, includes, invalid, refused, statusesOf } from '../world/expect.ts';
import { cookieOf, newEmail, type Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { invite } from './invite.ts';

const idInPath = {
  idOf: (path: string) => path.split('/')[4] ?? '',
  code: 'RESOURCE_NOT_FOUND',
  resource: 'user',
  foreign: async ({ extras }: World) => extras.stranger.id,
  caller: async (world: World) => (await world.own()).api,
};

/** Puts the shared member back into the team, and names them. */
const memberPath = async (world: World, { project }: Owner): Promise<string> =>
  `/projects/${project.id}/members/${(await world.inTeam('MEMBER')).id}`;

const patchSubject = {
  endpoint: 'PATCH /projects/:id/members/:userId',
  status: 200,
  request: async (world: World, owner: Owner) => ({ path: await memberPath(world, owner), body: { role: 'MEMBER' } }),
} as const;

const deleteSubject = {
  endpoint: 'DELETE /projects/:id/members/:userId',
  status: 204,
  request: async (world: World, owner: Owner) => ({ path: await memberPath(world, owner) }),
} as const;

/** A second owner of the project. */
async function coOwner(world: World, { project }: Owner) {
  const person = await world.person();
  await world.sql(`insert into memberships (project_id, user_id, role, joined_at) values ($1, $2, 'OWNER', now())`, [
    project.id,
    person.id,
  ]);
  return person;
}

export const changeMember = entry(
  'PATCH /projects/:id/members/:userId',
  teamEndpointWithBody(patchSubject, { role: 'ADMIN', whenDisabled: 'works' }),
  unknownIds(patchSubject, idInPath),
  it('changes a role, effective from the next request on, under the same session (D-1101)', async (world) => {
    const { api, project } = await world.own();
    const member = await world.inTeam('MEMBER');
    const path = `/projects/${project.id}/members/${member.id}`;
    answered(await api.patch(path, { role: 'ADMIN' }), 200, {
      id: member.id,
      userId: member.id,
      role: 'ADMIN',
      status: 'active',
    });
    answered(await member.api.post(`/projects/${project.id}/members`, { email: newEmail() }), 201);
    answered(await api.patch(path, { role: 'MEMBER' }), 200, { role: 'MEMBER' });
    const again = await member.api.post(`/projects/${project.id}/members`, { email: newEmail() });
    refused(again, 403, 'FORBIDDEN', { reason: 'ROLE_TOO_LOW' });
  }),
  it('changes the role of a pending invitation by its own id (D-1120)', async (world) => {
    const owner = await world.own();
    const { id } = await invite(owner, newEmail());
    const reply = await owner.api.patch(`/projects/${owner.project.id}/members/${id}`, { role: 'ADMIN' });
    answered(reply, 200, { id, userId: null, role: 'ADMIN', status: 'pending' });
  }),
  it('allows only an OWNER to make or change an OWNER', async (world) => {
    const owner = await world.own();
    const admin = await world.inTeam('ADMIN');
    const member = await world.inTeam('MEMBER');
    const path = (id: string) => `/projects/${owner.project.id}/members/${id}`;
    for (const [id, role] of [
      [member.id, 'OWNER'],
      [admin.id, 'OWNER'],
      [owner.id, 'MEMBER'],
    ] as const) {
      refused(await admin.api.patch(path(id), { role }), 403, 'FORBIDDEN', { reason: 'ROLE_TOO_LOW' });
    }
    answered(await admin.api.patch(path(member.id), { role: 'ADMIN' }), 200);
  }),
  it('keeps at least one owner, and gives an owner who steps down a new session (D-1101)', async (world) => {
    const owner = await world.owner();
    const path = `/projects/${owner.project.id}/members/${owner.id}`;
    const alone = await owner.api.patch(path, { role: 'MEMBER' });
    refused(alone, 409, 'LAST_OWNER');
    includes(alone.body.error.details.projects, [{ id: owner.project.id }]);
    await coOwner(world, owner);
    const third = await coOwner(world, owner);
    answered(await owner.api.patch(path.replace(owner.id, third.id), { role: 'ADMIN' }), 200, { role: 'ADMIN' });
    const reply = await owner.api.patch(path, { role: 'MEMBER' });
    answered(reply, 200, { role: 'MEMBER' });
    assert.notEqual(cookieOf(reply), owner.cookie);
    refused(await owner.api.get('/users/@me'), 401, 'UNAUTHORIZED');
  }),
  it('leaves one of two owners who step down at the same moment', async (world) => {
    const owner = await world.owner();
    const second = await coOwner(world, owner);
    const path = (id: string) => `/projects/${owner.project.id}/members/${id}`;
    const replies = await Promise.all([
      owner.api.patch(path(owner.id), { role: 'MEMBER' }),
      second.api.patch(path(second.id), { role: 'MEMBER' }),
    ]);
    assert.deepEqual(statusesOf(replies), [200, 409]);
  }),
  it('refuses wrong roles, before it looks for the person', async (world) => {
    const { api, project } = await world.own();
    const member = await world.inTeam('MEMBER');
    for (const id of [member.id, randomUUID()]) {
      const path = `/projects/${project.id}/members/${id}`;
      invalid(await api.patch(path, {}), ['role', 'required']);
      invalid(await api.patch(path, { role: null }), ['role', 'required']);
      invalid(await api.patch(path, { role: 'owner' }), ['role', 'invalid_enum_value', 'owner']);
    }
  }),
);

export const removeMember = entry(
  'DELETE /projects/:id/members/:userId',
  teamEndpoint(deleteSubject, { role: 'MEMBER', whenDisabled: 'works' }),
  unknownIds(deleteSubject, idInPath),
  it('removes a person, whose next request is refused', async (world) => {
    const { api, project } = await world.own();
    const member = await world.inTeam('MEMBER');
    const inside = member.api.with({ 'x-project-id': project.id });
    answered(await inside.get('/contacts'), 200);
    const reply = await api.delete(`/projects/${project.id}/members/${member.id}`);
    answered(reply, 204);
    assert.equal(reply.text, '');
    refused(await inside.get('/contacts'), 404, 'RESOURCE_NOT_FOUND', { resource: 'project' });
  }),
  it('withdraws an invitation, whose link is then invalid', async (world) => {
    const owner = await world.own();
    const { id, inviteUrl } = await invite(owner, newEmail());
    answered(await owner.api.delete(`/projects/${owner.project.id}/members/${id}`), 204);
    refused(await world.anyone().get(`/invitations/${inviteUrl.split('/').at(-1)}`), 404, 'RESOURCE_NOT_FOUND');
  }),
  it('allows every member to leave, but a MEMBER to remove no one and an ADMIN no OWNER', async (world) => {
    const owner = await world.own();
    const [admin, member] = [await world.inTeam('ADMIN'), await world.inTeam('MEMBER')];
    const path = (id: string) => `/projects/${owner.project.id}/members/${id}`;
    for (const id of [admin.id, owner.id]) {
      refused(await member.api.delete(path(id)), 403, 'FORBIDDEN', { reason: 'ROLE_TOO_LOW' });
    }
    refused(await admin.api.delete(path(owner.id)), 403, 'FORBIDDEN', { reason: 'ROLE_TOO_LOW' });
    answered(await member.api.delete(path(member.id)), 204);
    await world.inTeam('MEMBER');
    answered(await admin.api.delete(path(member.id)), 204);
    answered(await admin.api.delete(path(admin.id)), 204);
  }),
  it('keeps the last owner, also of two who go at the same moment (D-1122)', async (world) => {
    const owner = await world.owner();
    const path = (id: string) => `/projects/${owner.project.id}/members/${id}`;
    refused(await owner.api.delete(path(owner.id)), 409, 'LAST_OWNER');
    answered(await owner.api.delete(path((await coOwner(world, owner)).id)), 204);
    const second = await coOwner(world, owner);
    const replies = await Promise.all([owner.api.delete(path(owner.id)), second.api.delete(path(second.id))]);
    assert.deepEqual(statusesOf(replies), [204, 409]);
  }),
);
