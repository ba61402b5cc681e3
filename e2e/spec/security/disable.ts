import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { accountEndpoint, accountEndpointWithBody } from '../conventions/account-endpoint.ts';
import type { Subject } from '../conventions/request.ts';
import { type Case, entry, it } from '../entry.ts';
import { alike, answered, answeredWhole, invalid, refused } from '../world/expect.ts';
import type { Person } from '../world/people.ts';
import type { World } from '../world/world.ts';

async function administrator(world: World): Promise<Person> {
  const chosen = await world.person();
  await world.sql('update users set is_instance_admin = true where email = $1', [chosen.email]);
  return chosen;
}

const subjectOf = (act: 'disable' | 'enable', body?: Record<string, unknown>): Subject => ({
  endpoint: `POST /projects/:id/${act}`,
  status: 200,
  async request(world, { email, project }) {
    await world.sql('update users set is_instance_admin = true where email = $1', [email]);
    return { path: `/projects/${project.id}/${act}`, ...(body ? { body } : {}) };
  },
});

const isForAdministrators = (act: 'disable' | 'enable', body?: object): Case =>
  it('is for administrators of the instance: 403 for a team, 404 for strangers and unknown projects', async (world) => {
    const { api, project } = await world.owner();
    const path = `/projects/${project.id}/${act}`;
    refused(await api.post(path, body), 403, 'FORBIDDEN', { reason: 'NOT_ADMINISTRATOR' });
    const stranger = await world.person();
    const unknown = randomUUID();
    const replies = [await stranger.api.post(path, body), await stranger.api.post(`/projects/${unknown}/${act}`, body)];
    for (const reply of replies) refused(reply, 404, 'RESOURCE_NOT_FOUND', { resource: 'project' });
    const [theirs, none] = replies;
    if (theirs && none) alike(theirs, none, project.id, unknown);
    const { api: root } = await administrator(world);
    for (const id of [unknown, 'nonsense'])
      refused(await root.post(`/projects/${id}/${act}`, body), 404, 'RESOURCE_NOT_FOUND', { resource: 'project' });
  });

export const disable = entry(
  'POST /projects/:id/disable',
  accountEndpointWithBody(subjectOf('disable', { reason: 'MANUAL' })),
  isForAdministrators('disable', { reason: 'MANUAL' }),
  it('stops writes with keys at once, and is written to the activity once for each reason (D-1124)', async (world) => {
    const { api, inside, key, project } = await world.owner();
    const root = await administrator(world);
    const path = `/projects/${project.id}/disable`;
    for (const reason of ['MANUAL', 'MANUAL', 'PHISHING_DETECTED']) {
      answeredWhole(await root.api.post(path, { reason }), 200, { disabled: true, disabledReason: reason });
      refused(await key.post('/contacts', { email: 'ada@example.com' }), 403, 'PROJECT_DISABLED', { reason });
    }
    const { body: projects } = await api.get('/users/@me/projects');
    assert.equal(projects[0].disabledReason, 'PHISHING_DETECTED');
    const { body: activity } = await inside.get('/activity?types=project.disabled');
    assert.deepEqual(
      activity.data.map(({ metadata }: { metadata: object }) => metadata),
      [
        { reason: 'PHISHING_DETECTED', by: root.email },
        { reason: 'MANUAL', by: root.email },
      ],
    );
  }),
  it('refuses a reason that nobody may give', async (world) => {
    const { project } = await world.owner();
    const { api } = await administrator(world);
    const path = `/projects/${project.id}/disable`;
    invalid(await api.post(path, {}), ['reason', 'required']);
    invalid(await api.post(path, { reason: 'PAYMENT_FAILED' }), ['reason', 'invalid_enum_value']);
  }),
);

export const enable = entry(
  'POST /projects/:id/enable',
  accountEndpoint(subjectOf('enable')),
  isForAdministrators('enable'),
  it('opens the project again, whatever the reason was; a repeat is 200 and no second line (D-1124)', async (world) => {
    const { key, project } = await world.owner();
    const root = await administrator(world);
    await world.sql(`update projects set disabled_reason = 'PAYMENT_FAILED' where id = $1`, [project.id]);
    refused(await key.post('/contacts', { email: 'ada@example.com' }), 403, 'PROJECT_DISABLED');
    for (let time = 0; time < 2; time += 1) {
      const reply = await root.api.post(`/projects/${project.id}/enable`);
      answeredWhole(reply, 200, { disabled: false, disabledReason: null });
    }
    answered(await key.post('/contacts', { email: 'ada@example.com' }), 201);
    const { body: activity } = await key.get('/activity?types=project.enabled');
    assert.deepEqual(
      activity.data.map(({ metadata }: { metadata: object }) => metadata),
      [{ by: root.email }],
    );
  }),
);
