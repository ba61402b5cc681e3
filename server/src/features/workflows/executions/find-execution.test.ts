import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ProjectId, projectContext } from '#platform/context';
import { type ExecutionProject, type ExecutionSetup, openExecutionSetup } from '#testing/execution-setup';
import { type GivenStep, givenWorkflow } from '#testing/workflow-setup';
import { workExecutions } from './work-executions.ts';

let setup: ExecutionSetup;
beforeAll(async () => {
  setup = await openExecutionSetup({ isWorking: false });
});
afterAll(() => setup.close());

const delay: GivenStep = { type: 'DELAY', config: { amount: 1, unit: 'hours' } };

/** Goes on with every due execution of the project once. */
async function work(project: ExecutionProject): Promise<void> {
  const claims = await project.rows(
    `update executions set fence = gen_random_uuid(), lease_until = now() + interval '1 minute'
      where project_id = $1 and due_at <= now() returning project_id as "projectId", id, fence, claims`,
  );
  await workExecutions(projectContext(setup.app.app.services, project.id as ProjectId), claims); // a given project
}

test('an execution that no worker has begun is RUNNING at TRIGGER, without steps, and counted (D-927)', async () => {
  const project = await setup.newProject();
  const { id } = await givenWorkflow(project.api, { steps: [delay] });
  const triggerId = (await project.api.get(`/workflows/${id}`)).body.steps[0].id;

  const started = (await project.start(id, { contactId: await project.newContact() })).body;

  expect(started).toMatchObject({ status: 'RUNNING', currentStepId: triggerId, context: {}, key: null, dueAt: null });
  const path = `/workflows/${id}/executions`;
  const details = (await project.api.get(`${path}/${started.id}`)).body;
  expect(details).toMatchObject({ ...started, stepExecutions: [], currentStep: { id: triggerId, type: 'TRIGGER' } });
  for (const query of ['', `?stepId=${triggerId}`, '?status=RUNNING', '?version=2&status=RUNNING,FAILED']) {
    expect((await project.api.get(path + query)).body, query).toMatchObject({ total: 1, data: [{ id: started.id }] });
  }
  const { _count } = (await project.api.get('/workflows')).body.data[0];
  expect(_count).toEqual({ steps: 1, executions: 1, activeExecutions: 1, running: 1, waiting: 0, failed24h: 0 });
  expect((await project.api.get(`/workflows/${id}`)).body.activeByVersion).toEqual([{ version: 2, count: 1 }]);
  expect((await project.api.get(`/workflows/${id}/step-counts`)).body.data).toMatchObject([
    { stepId: triggerId, entered: 1, active: 1, completed: 0 },
    { entered: 0, active: 0 },
  ]);
});

test('a step that was deleted keeps its name in executions that are at it (D-925)', async () => {
  const project = await setup.newProject();
  const { id, stepIds } = await givenWorkflow(project.api, { steps: [{ ...delay, name: 'Old wait' }] });
  const { id: executionId } = (await project.start(id, { contactId: await project.newContact() })).body;
  await work(project);
  expect((await project.api.delete(`/workflows/${id}/steps/${stepIds[0]}`)).status).toBe(204);

  const details = (await project.api.get(`/workflows/${id}/executions/${executionId}`)).body;

  const step = { id: stepIds[0], name: 'Old wait', type: 'DELAY' };
  expect(details).toMatchObject({ currentStep: step, stepExecutions: [{}, { step, status: 'SCHEDULED' }] });
  expect(details.snapshot.steps.map(({ name }: { name: string }) => name)).toEqual(['Trigger', 'Old wait']);
  const [open] = await project.rows('select step_execution_id as id from executions where project_id = $1');
  expect(details.stepExecutions[1].id).toBe(open.id);
});

test('failures of the last 24 hours are counted (D-901)', async () => {
  const project = await setup.newProject();
  const { id } = await givenWorkflow(project.api, { steps: [delay] });
  await project.rows(
    `insert into workflow_hours (project_id, workflow_id, hour, failed, times_skipped)
     select $1, $2, date_trunc('hour', now()) - n * interval '1 hour', 1, 1 from generate_series(0, 30) n`,
    id,
  );

  const [{ _count }] = (await project.api.get('/workflows')).body.data;
  const { problems } = (await project.api.get(`/workflows/${id}`)).body;

  expect(_count.failed24h).toBe(24);
  expect(problems).toMatchObject([{ code: 'SCHEDULE_LATE', level: 'warning' }]);
});
