import assert from 'node:assert/strict';
import { teamEndpointWithBody } from '../conventions/account-endpoint.ts';
import { entry, it } from '../entry.ts';
import { answered, invalid, isInstant, refused } from '../world/expect.ts';
import { pause } from './pause.ts';

const body = { scope: 'MARKETING', acknowledge: true };

export const resume = entry(
  'POST /projects/:id/resume',
  teamEndpointWithBody(
    {
      endpoint: 'POST /projects/:id/resume',
      status: 200,
      async request({ sql }, { project }) {
        await pause(sql, project.id, 'MARKETING');
        return { path: `/projects/${project.id}/resume`, body };
      },
    },
    { role: 'ADMIN', whenDisabled: 'works' },
  ),
  it('lifts a pause of marketing mail, once in seven days (D-1135)', async (world) => {
    const { api, email, project } = await world.owner();
    const path = `/projects/${project.id}/resume`;
    await pause(world.sql, project.id, 'MARKETING', 1);
    const reply = await api.post(path, body);
    answered(reply, 200, { paused: { all: null, marketing: null }, suspensions: [{ endedBy: email }] });
    isInstant(reply.body.suspensions[0].endedAt);
    await world.sql(
      `insert into reputation_suspensions (project_id, id, scope, cause, started_at)
       select project_id, gen_random_uuid(), scope, cause, now() from reputation_suspensions where project_id = $1`,
      [project.id],
    );
    const again = await api.post(path, body);
    refused(again, 403, 'RESUME_TOO_SOON');
    assert.deepEqual(Object.keys(again.body.error.details), ['allowedAt']);
    isInstant(again.body.error.details.allowedAt);
    await world.sql(
      `update reputation_suspensions set ended_at = now() - interval '8 days' where project_id = $1 and ended_at is not null`,
      [project.id],
    );
    answered(await api.post(path, body), 200);
  }),
  it('requires the role ADMIN, and an administrator of the installation where all mail is paused', async (world) => {
    const { api, key, project } = await world.own();
    const path = `/projects/${project.id}/resume`;
    await pause(world.sql, project.id, 'ALL');
    await pause(world.sql, project.id, 'MARKETING');
    const member = await world.inTeam('MEMBER');
    refused(await member.api.post(path, body), 403, 'FORBIDDEN');
    refused(await api.post(path, { ...body, scope: 'ALL' }), 403, 'FORBIDDEN', { reason: 'NOT_ADMINISTRATOR' });
    const stranger = await world.person();
    refused(await stranger.api.post(path, body), 404, 'RESOURCE_NOT_FOUND');
    refused(await stranger.api.post(path, { ...body, scope: 'ALL' }), 404, 'RESOURCE_NOT_FOUND');
    await world.sql('update users set is_instance_admin = true where email = $1', [stranger.email]);
    refused(await stranger.api.post(path, body), 404, 'RESOURCE_NOT_FOUND');
    const lifted = await stranger.api.post(path, { ...body, scope: 'ALL' });
    answered(lifted, 200);
    assert.equal(lifted.body.paused.all, null);
    assert.notEqual(lifted.body.paused.marketing, null);
    const { body: activity } = await key.get('/activity?types=project.resumed');
    assert.deepEqual(
      activity.data.map(({ metadata }: { metadata: object }) => metadata),
      [{ scope: 'ALL', by: stranger.email }],
    );
  }),
  it('refuses what is not paused, and a body that does not acknowledge', async (world) => {
    const { api, project } = await world.owner();
    const path = `/projects/${project.id}/resume`;
    const idle = await api.post(path, body);
    refused(idle, 400, 'NOT_PAUSED');
    assert.equal(idle.body.error.details, undefined);
    invalid(await api.post(path, {}), ['scope', 'required'], ['acknowledge', 'required']);
    invalid(
      await api.post(path, { scope: 'SOME', acknowledge: false }),
      ['scope', 'invalid_enum_value'],
      ['acknowledge', 'invalid_enum_value'],
    );
  }),
);
