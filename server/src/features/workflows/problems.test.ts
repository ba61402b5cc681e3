import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '#testing/client';
import { openProjectSetup, type ProjectSetup } from '#testing/project-setup';

let setup: ProjectSetup;
let api: Client;
beforeAll(async () => {
  setup = await openProjectSetup({});
  api = setup.app.as(setup.project.secretKey);
});
afterAll(() => setup.close());

test('an error that an enabled workflow has already refuses no other change (D-911)', async () => {
  const { body: workflow } = await api.post('/workflows', { name: 'Onboarding', eventName: 'signup' });
  const { id: domainId } = (await api.post('/domains', { domain: 'lost.acme.com' })).body;
  await setup.rows(`update domains set status = 'verified', verified_at = now() where id = $1`, [domainId]);
  const template = { name: 'T', subject: 'S', body: 'B', type: 'TRANSACTIONAL', from: 'a@lost.acme.com' };
  const { id: templateId } = (await api.post('/templates', template)).body;
  const mail = { type: 'SEND_EMAIL', templateId };
  expect((await api.post(`/workflows/${workflow.id}/steps`, mail)).status).toBe(201);
  expect((await api.patch(`/workflows/${workflow.id}`, { enabled: true })).status).toBe(200);
  await setup.rows(`update domains set status = 'pending', verified_at = null where id = $1`, [domainId]);

  const renamed = await api.patch(`/workflows/${workflow.id}`, { name: 'Renamed' });
  const worse = await api.post(`/workflows/${workflow.id}/steps`, { ...mail, autoConnect: true });

  expect(renamed).toMatchObject({ status: 200, body: { enabled: true, problems: [{ code: 'DOMAIN_NOT_VERIFIED' }] } });
  expect(worse).toMatchObject({ status: 400, body: { error: { code: 'WORKFLOW_NOT_READY' } } });
});

test('a segment that was deleted leaves a schedule without an audience', async () => {
  const { body: workflow } = await api.post('/workflows', { name: 'Weekly' });
  const { id: segmentId } = (await api.post('/segments', { name: 'List', type: 'STATIC' })).body;
  const trigger = { triggerType: 'SCHEDULE', triggerConfig: { schedule: '0 9 * * 1', segmentId } };
  expect((await api.patch(`/workflows/${workflow.id}`, trigger)).body.problems).toMatchObject([{ code: 'NO_STEPS' }]);

  expect((await api.delete(`/segments/${segmentId}`)).status).toBe(204);

  expect((await api.get(`/workflows/${workflow.id}`)).body.problems).toMatchObject([
    { level: 'error', code: 'SCHEDULE_INCOMPLETE' },
    { code: 'NO_STEPS' },
  ]);
});
