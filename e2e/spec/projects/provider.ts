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

const smtp = {
  ...{ type: 'smtp', host: '192.0.2.25', port: 587, security: 'starttls' },
  ...{ username: 'acme', password: 'open sesame' },
} as const;
const ses = { type: 'ses', region: 'eu-west-1', accessKeyId: 'AKIAOWN', secretAccessKey: 'own secret' } as const;

export const changeProvider = entry(
  'PUT /projects/:id/provider',
  teamEndpoint(
    {
      endpoint: 'PUT /projects/:id/provider',
      status: 200,
      request: async (_world, { project }) => ({ path: pathOf(project), body: ses }),
    },
    { role: 'ADMIN', whenDisabled: 'refused' },
  ),
  it('stores a provider, never shows its secret, and returns to the instance (D-1114)', async (world) => {
    const { api, project } = await world.owner();
    const { type, secretAccessKey, ...rest } = ses;
    const settings = { ...rest, secretAccessKey: '********', configurationSet: null, topicArn: null };
    const stored = await api.put(pathOf(project), ses);
    const expected = { source: 'project', type, settings: { relays: ['ses eu-west-1'], ...settings }, lastTest: null };
    answered(stored, 200, expected);
    answered(await api.get(pathOf(project)), 200, expected);
    assert.ok(!stored.text.includes(secretAccessKey));
    answered(await api.put(pathOf(project), { type: 'instance' }), 200, { source: 'instance' });
    answered(await api.get(pathOf(project)), 200, { source: 'instance' });
  }),
  it('refuses addresses inside of networks, other ports, and a masked secret (D-1114)', async (world) => {
    const { api, project } = await world.owner();
    const bodies = [
      [{ ...smtp, host: '127.0.0.1' }, 'host'],
      [{ ...smtp, host: '10.1.2.3' }, 'host'],
      [{ ...smtp, host: '0x7f.1' }, 'host'],
      [{ ...smtp, port: 5_432 }, 'port'],
      [{ ...smtp, password: '********' }, 'password'],
      [{ ...smtp, username: 'a\r\nb' }, 'username'],
      [{ ...smtp, security: 'none' }, 'security'],
      [{ ...ses, region: 'eu-west-1.example.com' }, 'region'],
      [{ type: 'pigeon' }, 'type'],
    ] as const;
    for (const [body, field] of bodies) {
      const reply = await api.put(pathOf(project), body);
      refused(reply, 422, 'VALIDATION_ERROR');
      assert.equal(reply.body.error.errors[0].field, field, JSON.stringify(body));
    }
    answered(await api.get(pathOf(project)), 200, { source: 'instance' });
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
