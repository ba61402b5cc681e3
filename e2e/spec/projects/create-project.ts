import assert from 'node:assert/strict';
import { bearer } from '@postrider/server/testing/client';
import { accountEndpoint, accountEndpointWithBody } from '../conventions/account-endpoint.ts';
import { entry, it } from '../entry.ts';
import { answered, invalid, refused } from '../world/expect.ts';
import { deleteOtherProjects } from './delete-other-projects.ts';
import { isProjectRecord, untouched } from './record.ts';

export const listProjects = entry(
  'GET /users/@me/projects',
  accountEndpoint({
    endpoint: 'GET /users/@me/projects',
    status: 200,
    request: async () => ({ path: '/users/@me/projects' }),
  }),
  it('lists own projects, oldest first, without the secret key', async (world) => {
    const { api, project } = await world.owner();
    const second = await api.post('/users/@me/projects', { name: 'Second' });
    const reply = await api.get('/users/@me/projects');
    answered(reply, 200, [
      { id: project.id, ...untouched, secretLast4: project.secret.slice(-4) },
      { id: second.body.id, name: 'Second' },
    ]);
    for (const record of reply.body) isProjectRecord(record, { secret: false });
    assert.ok(!reply.text.includes(project.secret));
  }),
  it('shows the role in each project, and an empty list to a person without one', async (world) => {
    const { project } = await world.own();
    const member = await world.inTeam('MEMBER');
    const { body } = await member.api.get('/users/@me/projects');
    const found = body.find(({ id }: { id: string }) => id === project.id);
    assert.equal(found.role, 'MEMBER');
    const { api } = await world.person();
    assert.deepEqual((await api.get('/users/@me/projects')).body, []);
  }),
);

export const createProject = entry(
  'POST /users/@me/projects',
  accountEndpointWithBody({
    endpoint: 'POST /users/@me/projects',
    status: 201,
    async request({ sql }, owner) {
      await deleteOtherProjects(sql, owner);
      return { path: '/users/@me/projects', body: { name: 'Another' } };
    },
  }),
  it('returns the project with its keys, the secret one for the only time', async (world) => {
    const { api } = await world.person();
    const reply = await api.post('/users/@me/projects', {
      name: ' Acme ',
      timezone: 'Europe/Berlin',
      language: 'pt-BR',
    });
    answered(reply, 201, { ...untouched, name: 'Acme', timezone: 'Europe/Berlin', language: 'pt-BR' });
    isProjectRecord(reply.body, { secret: true });
    assert.match(reply.body.public, /^pk_[A-Za-z0-9_-]{49}$/);
    assert.match(reply.body.secret, /^sk_[A-Za-z0-9_-]{49}$/);
    answered(await world.anyone().with(bearer(reply.body.secret)).get('/contacts'), 200, { total: 0 });
  }),
  it('refuses wrong fields', async (world) => {
    const { api } = await world.person();
    const post = (body: object) => api.post('/users/@me/projects', body);
    invalid(await post({}), ['name', 'required']);
    invalid(await post({ name: '  ' }), ['name', 'too_small']);
    invalid(await post({ name: 'x'.repeat(101) }), ['name', 'too_big']);
    const reply = await post({ name: 7, timezone: '+02:00', language: 'english' });
    invalid(reply, ['name', 'invalid_type', 'number'], ['timezone', 'invalid_string'], ['language', 'invalid_string']);
    answered(await post({ name: 'é'.repeat(100), timezone: null, language: null }), 201, {
      timezone: 'UTC',
      language: 'en',
    });
  }),
  it('allows one project to a person whose address is not verified', async (world) => {
    const { api } = await world.person({ isVerified: false });
    answered(await api.post('/users/@me/projects', { name: 'First' }), 201);
    refused(await api.post('/users/@me/projects', { name: 'Second' }), 403, 'EMAIL_VERIFICATION_REQUIRED');
  }),
  it('keeps to the number of projects a person may own', async (world) => {
    const { api } = await world.person();
    for (const name of ['One', 'Two', 'Three']) answered(await api.post('/users/@me/projects', { name }), 201);
    refused(await api.post('/users/@me/projects', { name: 'Four' }), 400, 'PROJECT_LIMIT_REACHED', { limit: 3 });
  }),
);
