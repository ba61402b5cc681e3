import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { accountEndpoint } from '../conventions/account-endpoint.ts';
import type { Subject } from '../conventions/request.ts';
import { type Case, entry, it } from '../entry.ts';
import { alike, answered, refused } from '../world/expect.ts';

const subjectOf = (method: 'GET' | 'POST'): Subject => ({
  endpoint: `${method} /doctor`,
  status: 200,
  request: async (_world, { project }) => ({ path: `/doctor?projectId=${project.id}` }),
});

const fields = ['action', 'checkedAt', 'group', 'id', 'seen', 'status', 'why'];

const common = (method: 'GET' | 'POST'): Case[] => [
  ...accountEndpoint(subjectOf(method)),
  it('shows all groups to administrators of the instance, each check with what was seen and what to do (D-1044)', async (world) => {
    const { api, email } = await world.person();
    refused(await api.send({ method, path: '/doctor' }), 403, 'FORBIDDEN', { reason: 'NOT_ADMINISTRATOR' });
    await world.sql('update users set is_instance_admin = true where email = $1', [email]);
    const reply = await api.send({ method, path: '/doctor' });
    answered(reply, 200);
    const { body } = reply;
    const groups = new Set(body.checks.map(({ group }: { group: string }) => group));
    for (const group of ['database', 'mail-out', 'domains', 'queue', 'network', 'storage', 'clock', 'version'])
      assert.ok(groups.has(group), group);
    for (const check of body.checks) {
      assert.deepEqual(Object.keys(check).sort(), fields);
      assert.equal(check.action === null, check.status === 'pass', JSON.stringify(check));
    }
  }),
  it('shows a team the part of its project, and nothing of another one', async (world) => {
    const { api, project } = await world.owner();
    const reply = await api.send({ method, path: `/doctor?projectId=${project.id}` });
    answered(reply, 200);
    const { body } = reply;
    assert.deepEqual([...new Set(body.checks.map(({ group }: { group: string }) => group))], ['domains']);
    const stranger = await world.person();
    const unknown = randomUUID();
    const ask = (id: string) => stranger.api.send({ method, path: `/doctor?projectId=${id}` });
    const [theirs, none] = [await ask(project.id), await ask(unknown)];
    for (const one of [theirs, none]) refused(one, 404, 'RESOURCE_NOT_FOUND', { resource: 'project' });
    alike(theirs, none, project.id, unknown);
  }),
];

export const doctorEntries = [entry('GET /doctor', common('GET')), entry('POST /doctor', common('POST'))];
