import assert from 'node:assert/strict';
import { teamEndpointWithBody } from '../conventions/account-endpoint.ts';
import { entry, it } from '../entry.ts';
import { answered, invalid, refused } from '../world/expect.ts';
import { isProjectRecord, untouched } from './record.ts';

export const updateProject = entry(
  'PATCH /users/@me/projects/:id',
  teamEndpointWithBody(
    {
      endpoint: 'PATCH /users/@me/projects/:id',
      status: 200,
      request: async (_world, { project }) => ({
        path: `/users/@me/projects/${project.id}`,
        body: { name: 'Renamed' },
      }),
    },
    { role: 'ADMIN', whenDisabled: 'works' },
  ),
  it('changes every setting, and returns the whole project without the secret key', async (world) => {
    const { api, project } = await world.owner();
    const body = {
      name: ' New name ',
      tracking: 'MARKETING_ONLY',
      language: 'de',
      timezone: 'America/New_York',
      sendRate: 12.5,
      resendOnDoubt: { marketing: true },
      mcpSending: true,
    };
    const reply = await api.patch(`/users/@me/projects/${project.id}`, body);
    answered(reply, 200, {
      ...body,
      name: 'New name',
      id: project.id,
      resendOnDoubt: { transactional: true, marketing: true },
    });
    isProjectRecord(reply.body, { secret: false });
    assert.equal((await api.get('/users/@me/projects')).body[0].name, 'New name');
  }),
  it('changes nothing for an empty body; null clears only what can be cleared', async (world) => {
    const { api, project } = await world.owner();
    const path = `/users/@me/projects/${project.id}`;
    await api.patch(path, { sendRate: 5 });
    answered(await api.patch(path, {}), 200, { ...untouched, sendRate: 5 });
    const nulls = { name: null, tracking: null, language: null, timezone: null, mode: null, resendOnDoubt: null };
    answered(await api.patch(path, nulls), 200, { ...untouched, name: project.name, sendRate: 5 });
    answered(await api.patch(path, { sendRate: null }), 200, { sendRate: null });
  }),
  it('lets an ADMIN change settings', async (world) => {
    const { project } = await world.own();
    const admin = await world.inTeam('ADMIN');
    answered(await admin.api.patch(`/users/@me/projects/${project.id}`, { tracking: 'DISABLED' }), 200, {
      role: 'ADMIN',
      tracking: 'DISABLED',
    });
  }),
  it('refuses wrong values', async (world) => {
    const { api, project } = await world.own();
    const patch = (body: object) => api.patch(`/users/@me/projects/${project.id}`, body);
    invalid(await patch({ name: '' }), ['name', 'too_small']);
    invalid(await patch({ name: 'x'.repeat(101) }), ['name', 'too_big']);
    invalid(await patch({ tracking: 'SOMETIMES' }), ['tracking', 'invalid_enum_value', 'SOMETIMES']);
    invalid(await patch({ language: 'German' }), ['language', 'invalid_string']);
    invalid(await patch({ timezone: 'Mars/Base' }), ['timezone', 'invalid_string']);
    invalid(await patch({ mode: 'production' }), ['mode', 'invalid_enum_value', 'production']);
    invalid(await patch({ sendRate: 0 }), ['sendRate', 'too_small']);
    invalid(await patch({ sendRate: '5' }), ['sendRate', 'invalid_type', 'string']);
    invalid(await patch({ resendOnDoubt: { marketing: 'no' } }), ['resendOnDoubt.marketing', 'invalid_type', 'string']);
  }),
  it('does not go live before domain, provider and address are ready, and lists what is missing', async (world) => {
    const { api, project, id } = await world.owner();
    const path = `/users/@me/projects/${project.id}`;
    refused(await api.patch(path, { mode: 'live', name: 'Live' }), 400, 'PROJECT_NOT_READY', {
      missing: ['domain', 'provider'],
    });
    assert.equal((await api.get('/users/@me/projects')).body[0].name, project.name);
    await world.sql('update projects set has_verified_domain = true, has_tested_provider = true where id = $1', [
      project.id,
    ]);
    await world.sql('update users set email_verified_at = null where id = $1', [id]);
    refused(await api.patch(path, { mode: 'live' }), 400, 'PROJECT_NOT_READY', { missing: ['email'] });
    await world.sql('update users set email_verified_at = now() where id = $1', [id]);
    answered(await api.patch(path, { mode: 'live' }), 200, { mode: 'live' });
    await world.sql('update projects set has_verified_domain = false where id = $1', [project.id]);
    answered(await api.patch(path, { mode: 'live', name: 'Kept' }), 200, { mode: 'live', name: 'Kept' });
    answered(await api.patch(path, { mode: 'test' }), 200, { mode: 'test' });
  }),
  it('cannot touch what is not a setting', async (world) => {
    const { api, project } = await world.owner();
    const body = {
      id: 'x',
      public: 'pk_x',
      disabledReason: 'MANUAL',
      disabled: true,
      role: 'MEMBER',
      pausedAt: '2026-01-01T00:00:00.000Z',
      hasVerifiedDomain: true,
    };
    answered(await api.patch(`/users/@me/projects/${project.id}`, body), 200, {
      ...untouched,
      id: project.id,
      public: project.public,
    });
  }),
);
