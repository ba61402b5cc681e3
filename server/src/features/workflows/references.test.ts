import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '#testing/client';
import { openProjectSetup, type ProjectSetup } from '#testing/project-setup';
import { givenTemplate, givenWorkflow } from '#testing/workflow-setup';

let setup: ProjectSetup;
beforeAll(async () => {
  setup = await openProjectSetup({});
});
afterAll(() => setup.close());

const asks = { type: 'CONDITION', config: { field: 'data.plan', operator: 'equals', value: 'pro' } };
const writes = { type: 'UPDATE_CONTACT', config: { updates: { 'seen at': 'today' } } };

async function workflowWith(...steps: object[]): Promise<{ api: Client; workflow: { id: string; name: string } }> {
  const project = await setup.app.given.project();
  const api = setup.app.as(project.secretKey);
  const { body } = await api.post('/workflows', { name: 'Onboarding', eventName: 'signup' });
  for (const step of steps) expect((await api.post(`/workflows/${body.id}/steps`, step)).status).toBe(201);
  return { api, workflow: { id: body.id, name: 'Onboarding' } };
}

test('an event is used by triggers, waits and conditions, also through segments and under other names (D-414)', async () => {
  const { api, workflow } = await workflowWith(
    { type: 'WAIT_FOR_EVENT', config: { eventName: 'bought' } },
    { type: 'WAIT_FOR_EVENT', config: { eventName: 'email.opened' } },
  );
  const usage = async (name: string) => (await api.get(`/events/${name}/usage`)).body.usedInWorkflows;
  expect(await usage('signup')).toEqual([{ ...workflow, as: ['trigger'] }]);
  expect(await usage('bought')).toEqual([{ ...workflow, as: ['wait'] }]);
  expect(await usage('email.open')).toEqual([{ ...workflow, as: ['wait'] }]);
  expect(await usage('visited')).toEqual([]);

  const condition = { logic: 'AND', groups: [{ filters: [{ field: 'event.visited', operator: 'triggered' }] }] };
  const segment = (await api.post('/segments', { name: 'Visitors', condition })).body;
  const filters = [{ field: `segment.${segment.id}`, operator: 'memberOfSegment' }];
  const step = { type: 'CONDITION', config: { logic: 'AND', groups: [{ filters }] } };
  expect((await api.post(`/workflows/${workflow.id}/steps`, step)).status).toBe(201);
  expect(await usage('visited')).toEqual([{ ...workflow, as: ['condition'] }]);
});

test('a field is used by conditions that read it and by steps that write it (D-222)', async () => {
  const { api, workflow } = await workflowWith(asks, writes, { type: 'CONDITION', config: {} });
  const usage = async (name: string) => (await api.get(`/contacts/fields/${name}/usage`)).body.usedInWorkflows;

  expect(await usage('data.plan')).toEqual([workflow]);
  expect(await usage('data.seen%20at')).toEqual([workflow]);
  expect(await usage('data.other')).toEqual([]);
});

test('a domain that is the sender of a step is not deleted', async () => {
  const { api, workflow } = await workflowWith({ type: 'SEND_EMAIL', config: {} });
  const { id: domainId } = (await api.post('/domains', { domain: 'flows.acme.com' })).body;
  await setup.rows(`update domains set status = 'verified', verified_at = now() where id = $1`, [domainId]);
  const step = { type: 'SEND_EMAIL', name: 'Mail', config: { from: 'hello@flows.acme.com' } };
  const { id } = (await api.post(`/workflows/${workflow.id}/steps`, step)).body;

  const { status, body } = await api.delete(`/domains/${domainId}`);

  expect(status).toBe(409);
  expect(body.error.details.workflowSteps).toEqual([
    { id, name: 'Mail', workflowId: workflow.id, workflowName: workflow.name },
  ]);
});

test('a template that an active execution may still send is not deleted, though no step names it any more (D-506)', async () => {
  const { api } = await workflowWith();
  const templateId = await givenTemplate(api);
  const delay = { type: 'DELAY', config: { amount: 1, unit: 'days' } };
  const { id, stepIds } = await givenWorkflow(api, {
    steps: [delay, { type: 'SEND_EMAIL', templateId, name: 'Mail' }],
  });
  const { body: execution } = await api.post('/events/track', { email: 'ada@example.com', event: 'signup' });
  expect(execution.success).toBe(true);
  expect((await api.delete(`/workflows/${id}/steps/${stepIds[1]}`)).status).toBe(204);

  const { status, body } = await api.delete(`/templates/${templateId}`);
  expect(status).toBe(409);
  expect(body.error.details.workflowSteps).toEqual([
    { id: stepIds[1], name: 'Mail', workflowId: id, workflowName: 'Journey' },
  ]);

  expect((await api.post(`/workflows/${id}/executions/cancel-all`)).body).toEqual({ cancelled: 1 });
  expect((await api.delete(`/templates/${templateId}`)).status).toBe(204);
});

test('the usage of a template lists a hundred steps and counts all of them (D-508)', async () => {
  const { api, workflow } = await workflowWith();
  const templateId = await givenTemplate(api);
  await setup.client.query(
    `insert into workflow_steps (project_id, workflow_id, id, type, name, x, y, config, template_id, number, created_at, updated_at)
     select project_id, id, gen_random_uuid(), 'SEND_EMAIL', 'Mail ' || n, 0, 0, '{}', $2, 100 + n, now(), now()
       from workflows cross join generate_series(1, 105) n where id = $1`,
    [workflow.id, templateId],
  );

  const { body } = await api.get(`/templates/${templateId}/usage`);

  expect(body.workflowSteps).toHaveLength(100);
  expect(body.counts).toEqual({ campaigns: 0, workflowSteps: 105 });
});
