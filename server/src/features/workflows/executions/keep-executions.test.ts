import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '#platform/config';
import { runSchedule } from '#testing';
import { type ExecutionSetup, openExecutionSetup } from '#testing/execution-setup';
import { givenTemplate, givenWorkflow } from '#testing/workflow-setup';

let setup: ExecutionSetup;
beforeAll(async () => {
  setup = await openExecutionSetup({ isWorking: true });
});
afterAll(() => setup.close());

test('an execution is kept for 90 days after its end; counts, mails and entries stay (D-937, D-945)', async () => {
  const project = await setup.newProject();
  const contactId = await project.newContact('ada@example.com');
  const mail = { type: 'SEND_EMAIL', templateId: await givenTemplate(project.api) };
  const { id } = await givenWorkflow(project.api, { steps: [mail, { type: 'EXIT' }] });
  const { id: executionId } = (await project.start(id, { contactId })).body;
  await setup.app.settle();
  const path = `/workflows/${id}/executions`;
  const age = async (days: number) => {
    for (const table of ['finished_executions', 'step_executions']) {
      await project.rows(
        `update ${table} set completed_at = now() - make_interval(days => $2) where project_id = $1`,
        days,
      );
    }
    await runSchedule(setup.app, 'retention');
  };
  await age(89);
  expect((await project.api.get(`${path}/${executionId}`)).body).toMatchObject({ status: 'EXITED' });

  await age(90 + 31); // whole months go

  expect(await project.api.get(`${path}/${executionId}`)).toMatchObject({ status: 404 });
  expect(await project.rows('select from step_executions where project_id = $1')).toEqual([]);
  expect((await project.api.get(path)).body).toMatchObject({ data: [], total: 1 });
  expect((await project.api.get(`${path}?status=EXITED`)).body).toMatchObject({ data: [], total: 1 });
  expect((await project.api.get('/workflows')).body.data[0]._count).toMatchObject({ executions: 1 });
  const counts = (await project.api.get(`/workflows/${id}/step-counts`)).body.data;
  expect(counts).toMatchObject([{ entered: 1 }, { entered: 1, completed: 1 }, { entered: 1 }]);
  expect((await project.api.get('/emails')).body.data).toMatchObject([{ workflowId: id, executionId }]);
  expect((await project.start(id, { contactId })).body.error).toMatchObject({ code: 'REENTRY_NOT_ALLOWED' });
});

test('how long is a setting of 1 to 3,650 days (D-937)', async () => {
  const keep = (days: string) => () =>
    loadConfig({ DATABASE_URL: 'postgres://x', SECRET_KEY: 's'.repeat(32), WORKFLOW_HISTORY_DAYS: days });
  const { rows } = await setup.client.query(
    `select table_name, setting from retention_rules where table_name in ('finished_executions', 'step_executions') order by 1`,
  );

  expect(rows).toEqual([
    { table_name: 'finished_executions', setting: 'WORKFLOW_HISTORY_DAYS' },
    { table_name: 'step_executions', setting: 'WORKFLOW_HISTORY_DAYS' },
  ]);
  expect([keep('1')().WORKFLOW_HISTORY_DAYS, keep('3650')().WORKFLOW_HISTORY_DAYS]).toEqual([1, 3_650]);
  for (const days of ['0', '3651']) expect(keep(days)).toThrow('WORKFLOW_HISTORY_DAYS');
});
