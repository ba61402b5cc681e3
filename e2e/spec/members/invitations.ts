import assert from 'node:assert/strict';
import { accountEndpoint } from '../conventions/account-endpoint.ts';
import { openEndpoint } from '../conventions/open-endpoint.ts';
import { entry, it } from '../entry.ts';
import { answered, refused } from '../world/expect.ts';
import { cookieOf, newEmail, type Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { invitationToken, invite } from './invite.ts';

const tokens = new WeakMap<World, Promise<string>>();

/** One invitation that all standard cases use. */
function shownToken(world: World, owner: Owner): Promise<string> {
  const known = tokens.get(world) ?? invite(owner, newEmail()).then(invitationToken);
  tokens.set(world, known);
  return known;
}

export const showInvitation = entry(
  'GET /invitations/:token',
  openEndpoint({
    endpoint: 'GET /invitations/:token',
    status: 200,
    request: async (world, owner) => ({ path: `/invitations/${await shownToken(world, owner)}` }),
  }),
  it('shows project, address and role to any caller with the link', async (world) => {
    const owner = await world.own();
    const email = newEmail();
    const invited = await invite(owner, email, 'ADMIN');
    const reply = await world.anyone().get(`/invitations/${invitationToken(invited)}`);
    answered(reply, 200, { project: owner.project.name, email, role: 'ADMIN', inviter: owner.email });
    assert.deepEqual(Object.keys(reply.body).toSorted(), ['email', 'expiresAt', 'inviter', 'project', 'role']);
  }),
  it('does not find one that has expired, was changed or never was', async (world) => {
    const owner = await world.own();
    const invited = await invite(owner, newEmail());
    const token = invitationToken(invited);
    const forged = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`;
    await world.sql(`update invitations set expires_at = now() where id = $1`, [invited.id]);
    for (const asked of [token, forged, 'nonsense', invited.id]) {
      const reply = await world.anyone().get(`/invitations/${asked}`);
      refused(reply, 404, 'RESOURCE_NOT_FOUND', { resource: 'invitation' });
      assert.ok(!reply.text.includes(asked), 'repeats the token');
    }
  }),
);

export const acceptInvitation = entry(
  'POST /invitations/:token/accept',
  accountEndpoint({
    endpoint: 'POST /invitations/:token/accept',
    status: 200,
    // The owner accepts a stranger's invitation; the new session of the reply is reset to the one the cases use.
    async request({ extras, strangersProject, sql }, { id, email, cookie }) {
      await sql('delete from memberships where project_id = $1 and user_id = $2', [strangersProject, id]);
      await sql(`update sessions set token_hash = sha256(convert_to($2, 'utf8')) where user_id = $1`, [
        id,
        cookie.split('=')[1],
      ]);
      // Not those of other projects: cases beside this one count them.
      const used = `delete from rate_limits where key = $1 or key like 'invitations-%'`;
      await sql(used, [`invitations:${strangersProject}`]);
      const { body } = await extras.stranger.api.post(`/projects/${strangersProject}/members`, { email });
      return { path: `/invitations/${invitationToken(body)}/accept` };
    },
  }),
  it('joins the project with the role of the invitation, under a new session (D-1101, D-1121)', async (world) => {
    const owner = await world.owner();
    const person = await world.person();
    const token = invitationToken(await invite(owner, person.email, 'ADMIN'));
    const reply = await person.api.post(`/invitations/${token}/accept`);
    answered(reply, 200, { id: owner.project.id, role: 'ADMIN' });
    assert.equal(reply.body.secret, undefined);
    assert.notEqual(cookieOf(reply), person.cookie);
    refused(await person.api.get('/users/@me'), 401, 'UNAUTHORIZED');
    const joined = world.signedIn(reply, person.email);
    answered(await joined.api.get(`/projects/${owner.project.id}/members`), 200);
    refused(await world.anyone().get(`/invitations/${token}`), 404, 'RESOURCE_NOT_FOUND');
    refused(await joined.api.post(`/invitations/${token}/accept`), 404, 'RESOURCE_NOT_FOUND', {
      resource: 'invitation',
    });
  }),
  it('verifies the address', async (world) => {
    const owner = await world.owner();
    const person = await world.person({ isVerified: false });
    const token = invitationToken(await invite(owner, person.email));
    const reply = await person.api.post(`/invitations/${token}/accept`);
    answered(await world.signedIn(reply, person.email).api.get('/users/@me'), 200, { emailVerified: true });
  }),
  it('refuses a person with another address', async (world) => {
    const owner = await world.owner();
    const token = invitationToken(await invite(owner, newEmail()));
    const { api } = await world.person();
    refused(await api.post(`/invitations/${token}/accept`), 403, 'FORBIDDEN', { reason: 'OTHER_ADDRESS' });
    answered(await world.anyone().get(`/invitations/${token}`), 200);
  }),
  it('does not find one that has expired or never was', async (world) => {
    const owner = await world.owner();
    const person = await world.person();
    const invited = await invite(owner, person.email);
    await world.sql(`update invitations set expires_at = now() where id = $1`, [invited.id]);
    for (const token of [invitationToken(invited), 'nonsense']) {
      const reply = await person.api.post(`/invitations/${token}/accept`);
      refused(reply, 404, 'RESOURCE_NOT_FOUND', { resource: 'invitation' });
    }
  }),
  it('accepts one of two simultaneous requests', async (world) => {
    const owner = await world.owner();
    const person = await world.person();
    const token = invitationToken(await invite(owner, person.email));
    const replies = await Promise.all([1, 2].map(() => person.api.post(`/invitations/${token}/accept`)));
    assert.equal(replies.filter(({ status }) => status === 200).length, 1);
  }),
);
