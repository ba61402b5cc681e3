import assert from 'node:assert/strict';
import { bearer } from '@postrider/server/testing/client';
import { entry, it } from '../entry.ts';
import { answered, includes, invalid, refused } from '../world/expect.ts';
import { password } from '../world/people.ts';

export const deleteMe = entry(
  'DELETE /users/@me',
  it('deletes the person and all their sessions', async (world) => {
    const { api, email } = await world.person();
    const other = world.signedIn(await world.anyone().post('/auth/login', { email, password }), email);
    const reply = await api.delete('/users/@me', { password });
    answered(reply, 204);
    assert.match(String(reply.headers['set-cookie']), /^session=;.*Max-Age=0/);
    for (const session of [api, other.api]) refused(await session.get('/users/@me'), 401, 'UNAUTHORIZED');
    refused(await world.anyone().post('/auth/login', { email, password }), 401, 'INVALID_CREDENTIALS');
    answered(await world.anyone().post('/auth/signup', { email, password }), 201);
  }),
  it('requires the password', async (world) => {
    const { api } = await world.person();
    invalid(await api.delete('/users/@me'), ['password', 'required']);
    invalid(await api.delete('/users/@me', { password: 7 }), ['password', 'invalid_type', 'number']);
    refused(await api.delete('/users/@me', { password: 'a wrong guess' }), 401, 'INVALID_CREDENTIALS');
    answered(await api.get('/users/@me'), 200);
  }),
  it('refuses the only owner of a project, and names the project', async (world) => {
    const { api, project } = await world.owner();
    const reply = await api.delete('/users/@me', { password });
    refused(reply, 409, 'LAST_OWNER');
    includes(reply.body.error.details.projects, [{ id: project.id, name: project.name }]);
    answered(await api.get('/users/@me'), 200);
  }),
  it('deletes a person whose projects have another owner', async (world) => {
    const { api, project } = await world.owner();
    await world.sql(`insert into memberships (project_id, user_id, role, joined_at) values ($1, $2, 'OWNER', now())`, [
      project.id,
      world.extras.stranger.id,
    ]);
    answered(await api.delete('/users/@me', { password }), 204);
    answered(await world.extras.stranger.api.get(`/projects/${project.id}/members`), 200);
  }),
  it('refuses keys, strangers and other sites', async (world) => {
    const { project, cookie } = await world.owner();
    const call = { method: 'DELETE', path: '/users/@me', body: { password } };
    refused(await world.anyone().send(call), 401, 'UNAUTHORIZED');
    refused(await world.anyone().with(bearer(project.secret)).send(call), 401, 'INVALID_API_KEY');
    const elsewhere = world.anyone().with({ cookie, 'sec-fetch-site': 'cross-site' });
    refused(await elsewhere.send(call), 403, 'FORBIDDEN', { reason: 'ORIGIN_REFUSED' });
  }),
);
