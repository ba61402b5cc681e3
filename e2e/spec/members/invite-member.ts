import assert from 'node:assert/strict';
import { teamEndpoint, teamEndpointWithBody } from '../conventions/account-endpoint.ts';
import { entry, it } from '../entry.ts';
import { answered, includes, invalid, refused } from '../world/expect.ts';
import { newEmail } from '../world/people.ts';
import { invitationToken, invite } from './invite.ts';

const fields = ['email', 'expiresAt', 'id', 'invitedAt', 'joinedAt', 'name', 'role', 'status', 'userId'];

export const listMembers = entry(
  'GET /projects/:id/members',
  teamEndpoint(
    {
      endpoint: 'GET /projects/:id/members',
      status: 200,
      request: async (_world, { project }) => ({ path: `/projects/${project.id}/members` }),
    },
    { role: 'MEMBER', whenDisabled: 'works' },
  ),
  it('lists owners first, then by date, with pending invitations among them', async (world) => {
    const owner = await world.own();
    const [admin, member] = [await world.inTeam('ADMIN'), await world.inTeam('MEMBER')];
    const pending = newEmail('pending');
    const invited = await invite(owner, pending);
    const second = await world.person();
    await world.sql(`insert into memberships (project_id, user_id, role, joined_at) values ($1, $2, 'OWNER', now())`, [
      owner.project.id,
      second.id,
    ]);
    const reply = await member.api.get(`/projects/${owner.project.id}/members`);
    answered(reply, 200);
    includes(reply.body[0], { id: owner.id, userId: owner.id, email: owner.email, role: 'OWNER', status: 'active' });
    includes(reply.body[1], { id: second.id, role: 'OWNER' });
    const rest = reply.body.slice(2).map(({ id }: { id: string }) => id);
    assert.deepEqual(rest.toSorted(), [admin.id, member.id, invited.id].toSorted());
    const last = reply.body.find(({ id }: { id: string }) => id === invited.id);
    includes(last, { userId: null, email: pending, name: null, role: 'MEMBER', status: 'pending', joinedAt: null });
    for (const item of reply.body) assert.deepEqual(Object.keys(item).toSorted(), fields);
    const dates = reply.body
      .slice(2)
      .map((item: { joinedAt: string; invitedAt: string }) => item.joinedAt ?? item.invitedAt);
    assert.deepEqual(dates, dates.toSorted());
  }),
);

export const inviteMember = entry(
  'POST /projects/:id/members',
  teamEndpointWithBody(
    {
      endpoint: 'POST /projects/:id/members',
      status: 201,
      async request(world, { project }) {
        await world.sql('delete from rate_limits where key = $1', [`invitations:${project.id}`]);
        return { path: `/projects/${project.id}/members`, body: { email: newEmail('invited') } };
      },
    },
    { role: 'ADMIN', whenDisabled: 'works' },
  ),
  it('returns the invitation with its link, and mails it', async (world) => {
    const owner = await world.owner();
    const email = newEmail('invited');
    const reply = await owner.api.post(`/projects/${owner.project.id}/members`, { email: ` ${email.toUpperCase()}` });
    answered(reply, 201, { userId: null, email, name: null, role: 'MEMBER', status: 'pending', joinedAt: null });
    assert.deepEqual(Object.keys(reply.body).toSorted(), [...fields, 'inviteUrl'].toSorted());
    const life = Date.parse(reply.body.expiresAt) - Date.parse(reply.body.invitedAt);
    assert.equal(life, 7 * 24 * 60 * 60 * 1_000);
    assert.ok(reply.body.inviteUrl.startsWith(`${world.url}/`));
    const mail = await world.mailbox.next(email);
    assert.ok(mail.body.includes(reply.body.inviteUrl), mail.body);
    assert.ok(mail.subject.includes(owner.project.name), mail.subject);
  }),
  it('renews a pending invitation with 200 and mails it again', async (world) => {
    const owner = await world.owner();
    const email = newEmail('invited');
    const first = await invite(owner, email, 'MEMBER');
    await world.sql(`update invitations set expires_at = now() + interval '1 hour' where id = $1`, [first.id]);
    const reply = await owner.api.post(`/projects/${owner.project.id}/members`, { email, role: 'ADMIN' });
    answered(reply, 200, { id: first.id, role: 'ADMIN', status: 'pending', inviteUrl: first.inviteUrl });
    assert.ok(Date.parse(reply.body.expiresAt) > Date.now() + 6 * 24 * 60 * 60 * 1_000);
    await world.mailbox.next(email, 2);
  }),
  it('refuses a person who is in the team already', async (world) => {
    const { api, project, email } = await world.own();
    const member = await world.inTeam('MEMBER');
    for (const known of [email, member.email.toUpperCase()]) {
      refused(await api.post(`/projects/${project.id}/members`, { email: known }), 409, 'ALREADY_MEMBER');
    }
  }),
  it('lets an ADMIN invite, but only an OWNER an OWNER', async (world) => {
    const { api, project } = await world.own();
    const admin = await world.inTeam('ADMIN');
    const path = `/projects/${project.id}/members`;
    answered(await admin.api.post(path, { email: newEmail(), role: 'ADMIN' }), 201, { role: 'ADMIN' });
    refused(await admin.api.post(path, { email: newEmail(), role: 'OWNER' }), 403, 'FORBIDDEN', {
      reason: 'ROLE_TOO_LOW',
    });
    answered(await api.post(path, { email: newEmail(), role: 'OWNER' }), 201, { role: 'OWNER' });
  }),
  it('does not let an ADMIN touch an invitation to be OWNER by inviting again', async (world) => {
    const owner = await world.own();
    const admin = await world.inTeam('ADMIN');
    const email = newEmail('invited');
    await invite(owner, email, 'OWNER');
    const reply = await admin.api.post(`/projects/${owner.project.id}/members`, { email, role: 'MEMBER' });
    refused(reply, 403, 'FORBIDDEN', { reason: 'ROLE_TOO_LOW' });
  }),
  it('refuses a person whose own address is not verified', async (world) => {
    const { api, project } = await world.owner({ isVerified: false });
    const reply = await api.post(`/projects/${project.id}/members`, { email: newEmail() });
    refused(reply, 403, 'EMAIL_VERIFICATION_REQUIRED');
  }),
  it('refuses wrong fields', async (world) => {
    const { api, project } = await world.own();
    const post = (body: object) => api.post(`/projects/${project.id}/members`, body);
    invalid(await post({}), ['email', 'required']);
    invalid(await post({ email: 'x' }), ['email', 'invalid_string', 'x']);
    invalid(await post({ email: newEmail(), role: 'GUEST' }), ['role', 'invalid_enum_value', 'GUEST']);
    invalid(await post({ email: 7, role: 7 }), ['email', 'invalid_type', 'number'], ['role', 'invalid_enum_value', 7]);
  }),
  it('allows fifty invitations a day', async (world) => {
    const { api, project } = await world.owner();
    const path = `/projects/${project.id}/members`;
    answered(await api.post(path, { email: newEmail() }), 201);
    await world.sql('update rate_limits set used = 50 where key = $1', [`invitations:${project.id}`]);
    const reply = await api.post(path, { email: newEmail() });
    refused(reply, 429, 'RATE_LIMIT_EXCEEDED', { limit: 50, windowSeconds: 86400, scope: 'project' });
  }),
  it('returns a link that cannot be guessed', async (world) => {
    const token = invitationToken(await invite(await world.owner(), newEmail()));
    assert.ok(token.length >= 43, token);
  }),
);
