import assert from 'node:assert/strict';
import { teamEndpoint } from '../conventions/account-endpoint.ts';
import { entry, it } from '../entry.ts';
import { answered, isInstant } from '../world/expect.ts';

const pathOf = (project: { id: string }): string => `/projects/${project.id}/webhook-secret`;
const dayMs = 24 * 60 * 60 * 1_000;

export const webhookSecret = entry(
  'GET /projects/:id/webhook-secret',
  teamEndpoint(
    {
      endpoint: 'GET /projects/:id/webhook-secret',
      status: 200,
      request: async (_world, { project }) => ({ path: pathOf(project) }),
    },
    { role: 'ADMIN', whenDisabled: 'works' },
  ),
  it('shows one secret in the form of Standard Webhooks, the same each time (D-916)', async (world) => {
    const { api, project } = await world.owner();
    const first = await api.get(pathOf(project));
    answered(first, 200, { previousValidUntil: null });
    assert.match(first.body.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    isInstant(first.body.createdAt);
    assert.deepEqual((await api.get(pathOf(project))).body, first.body);
  }),
);

export const rotateWebhookSecret = entry(
  'POST /projects/:id/webhook-secret/rotate',
  teamEndpoint(
    {
      endpoint: 'POST /projects/:id/webhook-secret/rotate',
      status: 200,
      request: async (_world, { project }) => ({ path: `${pathOf(project)}/rotate` }),
    },
    { role: 'ADMIN', whenDisabled: 'works' },
  ),
  it('makes another secret; the one before is valid for a day (D-916)', async (world) => {
    const { api, project } = await world.owner();
    const before = (await api.get(pathOf(project))).body;
    const reply = await api.post(`${pathOf(project)}/rotate`);
    answered(reply, 200);
    assert.notEqual(reply.body.secret, before.secret);
    assert.equal(Date.parse(reply.body.previousValidUntil) - Date.parse(reply.body.createdAt), dayMs);
    assert.deepEqual((await api.get(pathOf(project))).body, reply.body);
  }),
  it('makes the first secret if there was none, without one before it', async (world) => {
    const { api, project } = await world.owner();
    answered(await api.post(`${pathOf(project)}/rotate`), 200, { previousValidUntil: null });
  }),
);
