import assert from 'node:assert/strict';
import { teamEndpoint } from '../conventions/account-endpoint.ts';
import { entry, it } from '../entry.ts';
import { answered, isInstant, refused } from '../world/expect.ts';

const pathOf = (project: { id: string }): string => `/projects/${project.id}/provider`;

export const projectProvider = entry(
  'GET /projects/:id/provider',
  teamEndpoint(
    {
      endpoint: 'GET /projects/:id/provider',
      status: 200,
      request: async (_world, { project }) => ({ path: pathOf(project) }),
    },
    { role: 'ADMIN', whenDisabled: 'works' },
  ),
  it('shows how mail is sent, without secrets', async (world) => {
    const { api, project } = await world.owner();
    const reply = await api.get(pathOf(project));
    answered(reply, 200, { source: 'instance', lastTest: null });
    assert.ok(['ses', 'smtp', 'none'].includes(reply.body.type));
    assert.ok(!/pass|:\/\//.test(reply.text));
  }),
);

export const testProvider = entry(
  'POST /projects/:id/provider/test',
  teamEndpoint(
    {
      endpoint: 'POST /projects/:id/provider/test',
      status: 200,
      request: async (_world, { project }) => ({ path: `${pathOf(project)}/test` }),
    },
    { role: 'ADMIN', whenDisabled: 'refused' },
  ),
  it('returns how far it came, stores it, and decides about going live', async (world) => {
    const { api, project } = await world.owner();
    const reply = await api.post(`${pathOf(project)}/test`);
    answered(reply, 200);
    const { ok, stage, message } = reply.body;
    const { lastTest } = (await api.get(pathOf(project))).body;
    isInstant(lastTest.at);
    assert.deepEqual({ ok: lastTest.ok, stage: lastTest.stage, message: lastTest.message }, { ok, stage, message });
    const live = await api.patch(`/users/@me/projects/${project.id}`, { mode: 'live' });
    refused(live, 400, 'PROJECT_NOT_READY');
    assert.equal(live.body.error.details.missing.includes('provider'), !ok);
  }),
);
