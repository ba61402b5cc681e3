import { expect, test } from 'vitest';
import { campaignSetup } from '#testing/campaign-setup';
import { givenTemplate, givenWorkflow } from '#testing/workflow-setup';

test('campaigns are in the activity when they are scheduled, cancelled and sent, and upcoming while they are scheduled (D-1010, D-1015)', async () => {
  const setup = await campaignSetup();
  const api = setup.project.owner.in(setup.project.id);
  await setup.contacts(1);
  const [cancelled, sent] = [await setup.draft({ name: 'Autumn' }), await setup.draft({ name: 'Spring' })];
  const scheduledFor = new Date(Date.now() + 3_600_000).toISOString();
  expect((await setup.post(`${cancelled}/send`, { scheduledFor })).status).toBe(200);

  const { body: ahead } = await api.get('/activity/upcoming');
  expect(ahead).toMatchObject({ hasMore: false, data: [{ type: 'campaign.scheduled', timestamp: scheduledFor }] });
  expect((await setup.post(`${cancelled}/cancel`)).status).toBe(200);
  expect((await setup.post(`${sent}/send`)).status).toBe(200);

  const { body } = await api.get('/activity');
  expect(
    body.data.map(({ type, metadata }: { type: string; metadata: { campaignName: string } }) => [
      type,
      metadata.campaignName,
    ]),
  ).toEqual([
    ['campaign.sent', 'Spring'],
    ['campaign.cancelled', 'Autumn'],
    ['campaign.scheduled', 'Autumn'],
  ]);
  expect(body.data[1].metadata).toMatchObject({ cancelReason: 'USER', audienceType: 'ALL', subject: 'Hello' });
  expect((await api.get('/activity/upcoming')).body.data).toEqual([]);
});

test('an execution that waits is upcoming; a delay before a mail says which mail (D-1010, D-1015)', async () => {
  const setup = await campaignSetup();
  const api = setup.project.owner.in(setup.project.id);
  await setup.contacts(1);
  const templateId = await givenTemplate(api, { from: 'hello@acme.example' });
  const steps = [
    { type: 'DELAY', name: 'A day', config: { amount: 1, unit: 'days' } },
    { type: 'SEND_EMAIL', name: 'Mail', templateId },
  ];
  const { id: workflowId, stepIds } = await givenWorkflow(api, { steps });
  await api.post(`/workflows/${workflowId}/executions`, { email: 'c0@example.com' });
  const wait = async (step: string | undefined, dueAt: string) =>
    setup.rows(
      `update executions set status = 'WAITING', step_id = $2, due_at = now() + $3::interval, open = '{"status": "SCHEDULED"}' where workflow_id = $1`,
      [workflowId, step, dueAt],
    );
  const next = async (query = '') => (await api.get(`/activity/upcoming${query}`)).body.data;

  await wait(stepIds[0], '1 day');
  expect(await next()).toMatchObject([
    {
      type: 'workflow.email.scheduled',
      contactEmail: 'c0@example.com',
      metadata: { stepId: stepIds[1], stepName: 'Mail', templateName: 'Welcome' },
    },
  ]);
  await wait(stepIds[1], '1 day');
  expect(await next()).toMatchObject([
    { type: 'workflow.active', metadata: { workflowId, stepName: 'Mail', status: 'WAITING' } },
  ]);
  await wait(stepIds[0], '40 days');
  expect(await next()).toEqual([]);
  expect(await next('?daysAhead=41')).toHaveLength(1);
  expect(await next('?daysAhead=5000')).toHaveLength(1);
  await wait(stepIds[0], '400 days');
  expect(await next('?daysAhead=5000')).toEqual([]); // a year at most
  await wait(stepIds[0], '-1 minute');
  expect(await next()).toEqual([]); // due already
  await wait(stepIds[0], '1 day');
  const campaign = await setup.draft();
  const scheduledFor = new Date(Date.now() + 3_600_000).toISOString();
  await setup.post(`${campaign}/send`, { scheduledFor });
  expect((await next()).map(({ type }: { type: string }) => type)).toEqual([
    'campaign.scheduled',
    'workflow.email.scheduled',
  ]);
  expect((await api.get('/activity/upcoming?limit=1')).body).toMatchObject({
    data: [{ type: 'campaign.scheduled' }],
    hasMore: true,
  });
  await setup.rows('update workflows set cancelled_through = now() where id = $1', [workflowId]);
  expect(await next()).toMatchObject([{ type: 'campaign.scheduled' }]);
  await setup.rows(
    `insert into executions select (jsonb_populate_record(x, jsonb_build_object('id', gen_random_uuid(), 'due_at', now() + interval '1 minute'))).*
       from executions x, generate_series(1, 1000) where x.workflow_id = $1`,
    [workflowId],
  );
  expect((await api.get('/activity/upcoming')).body).toEqual({ data: [], hasMore: true }); // a thousand were looked at
});
