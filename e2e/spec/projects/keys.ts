import assert from 'node:assert/strict';
import { bearer } from '@postrider/server/testing/client';
import { until } from '@postrider/server/testing/until';
import { teamEndpoint } from '../conventions/account-endpoint.ts';
import { entry, it } from '../entry.ts';
import { answered, isInstant, refused } from '../world/expect.ts';
import { isProjectRecord } from './record.ts';

export const regenerateKeys = entry(
  'POST /users/@me/projects/:id/regenerate-keys',
  teamEndpoint(
    {
      endpoint: 'POST /users/@me/projects/:id/regenerate-keys',
      status: 200,
      request: async (_world, { project }) => ({ path: `/users/@me/projects/${project.id}/regenerate-keys` }),
    },
    { role: 'ADMIN', whenDisabled: 'works' },
  ),
  it('replaces both keys, and the old ones are invalid from the reply on (D-1112)', async (world) => {
    const { api, key, project } = await world.owner();
    answered(await key.get('/contacts'), 200);
    const reply = await api.post(`/users/@me/projects/${project.id}/regenerate-keys`);
    answered(reply, 200, { id: project.id, name: project.name });
    isProjectRecord(reply.body, { secret: true });
    assert.notEqual(reply.body.public, project.public);
    assert.notEqual(reply.body.secret, project.secret);
    assert.equal(reply.body.secretLast4, reply.body.secret.slice(-4));
    refused(await key.get('/contacts'), 401, 'INVALID_API_KEY');
    answered(await world.anyone().with(bearer(reply.body.secret)).get('/contacts'), 200);
  }),
  it('lets an ADMIN rotate', async (world) => {
    const { project } = await world.own();
    const admin = await world.inTeam('ADMIN');
    answered(await admin.api.post(`/users/@me/projects/${project.id}/regenerate-keys`), 200);
  }),
);

export const projectKeys = entry(
  'GET /projects/:id/keys',
  teamEndpoint(
    {
      endpoint: 'GET /projects/:id/keys',
      status: 200,
      request: async (_world, { project }) => ({ path: `/projects/${project.id}/keys` }),
    },
    { role: 'MEMBER', whenDisabled: 'works' },
  ),
  it('shows the public key in full and the end of the secret one, to every team member', async (world) => {
    const { project } = await world.own();
    const member = await world.inTeam('MEMBER');
    const reply = await member.api.get(`/projects/${project.id}/keys`);
    answered(reply, 200, { public: project.public, secretLast4: project.secret.slice(-4) });
    isInstant(reply.body.createdAt);
    assert.ok(!reply.text.includes(project.secret));
  }),
  it('shows who used the keys, most calls first (D-1115)', async (world) => {
    const { key, api, project } = await world.owner();
    for (const agent of ['shop/2', 'shop/2', 'shop/1']) await key.get('/contacts', { 'user-agent': agent });
    const load = () => api.get(`/projects/${project.id}/keys`);
    // Why the sum: logged calls are written in batches, so both agents may be there before all calls are.
    const callsOf = ({ usage }: { usage: { calls24h: number }[] }) => usage.reduce((sum, one) => sum + one.calls24h, 0);
    await until(async () => callsOf((await load()).body) === 3);
    const { usage } = (await load()).body;
    const lines = usage.map(({ userAgent, calls24h }: Record<string, unknown>) => [userAgent, calls24h]);
    assert.deepEqual(lines, [
      ['shop/2', 2],
      ['shop/1', 1],
    ]);
  }),
);
