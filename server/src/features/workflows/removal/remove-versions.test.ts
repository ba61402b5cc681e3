import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { type Client, runSchedule, startTestApp, type TestApp } from '#testing';
import { connect } from '#testing/spool-setup';
import { givenWorkflow } from '#testing/workflow-setup';
import { executionsSpool } from '../executions/spool.ts';

let app: TestApp;
let api: Client;
let projectId: string;
let client: Awaited<ReturnType<typeof connect>>;

beforeAll(async () => {
  const settings = { WORKFLOW_HISTORY_DAYS: '30' };
  app = await startTestApp(inject('templateDatabase'), settings, { spools: [executionsSpool] });
  client = await connect(app.databaseUrl);
});
afterAll(async () => {
  await client.end();
  await app.close();
});
beforeEach(async () => {
  const project = await app.given.project();
  projectId = project.id;
  api = app.as(project.secretKey);
});

const rows = async (text: string, ...values: unknown[]) => (await client.query(text, [projectId, ...values])).rows;
const versions = async () =>
  (await rows('select version from workflow_versions where project_id = $1 order by 1')).map(({ version }) => version);
const passHours = (hours: number) =>
  rows(`update workflows set updated_at = updated_at - $2 * interval '1 hour' where project_id = $1`, hours);
const clean = async () => {
  await runSchedule(app, 'workflows.find-unused-versions');
  await app.settle();
};

/** A workflow of version 2 with a delay; each edit makes another version. */
async function givenVersions() {
  const { id, stepIds } = await givenWorkflow(api, {
    steps: [{ type: 'DELAY', config: { amount: 1, unit: 'hours' } }],
  });
  return {
    id,
    edit: (amount: number) => api.patch(`/workflows/${id}/steps/${stepIds[0]}`, { config: { amount, unit: 'hours' } }),
    present: async () => (await api.get(`/workflows/${id}`)).body.version as number,
  };
}

test('versions that nothing refers to are removed an hour after they were replaced; the present one stays', async () => {
  const { edit, present } = await givenVersions();
  const first = await present();
  await edit(2);
  await edit(3);
  await clean();
  expect(await versions()).toEqual([first, first + 1, first + 2]);

  await passHours(2);
  await clean();
  expect(await versions()).toEqual([await present()]);
});

test('a version stays as long as an execution of it is active or kept', async () => {
  const { edit, present } = await givenVersions();
  const first = await present();
  await api.post('/events/track', { event: 'signup', email: 'ada@example.com' });
  await app.settle();
  await edit(2);
  await passHours(2);
  await clean();
  expect(await versions()).toEqual([first, first + 1]);

  await rows(
    `update executions set due_at = now() - interval '1 second', open = open || jsonb_build_object('executeAfter', now() - interval '1 second') where project_id = $1`,
  );
  await app.settle();
  expect(await rows('select status from finished_executions where project_id = $1')).toEqual([{ status: 'COMPLETED' }]);
  await clean();
  expect(await versions()).toEqual([first, first + 1]);

  await rows(`update workflow_counts set ended_at = now() - interval '64 days' where project_id = $1`);
  await clean();
  expect(await versions()).toEqual([first + 1]);
});

test('a version stays for an execution that no worker has begun, and for a schedule that is under way', async () => {
  const { id, edit, present } = await givenVersions();
  const first = await present();
  await edit(2);
  await edit(3);
  await passHours(2);
  await rows(
    `insert into executions (project_id, id, workflow_id, version, contact_id, arrived_at, depth, is_public, trigger_type, started_at,
                             updated_at, due_at, is_held)
     values ($1, gen_random_uuid(), $2, $3, gen_random_uuid(), now(), 1, false, 'EVENT', now(), now(), 'infinity', true)`,
    ...[id, first],
  );
  await rows(
    `insert into workflow_schedules (project_id, id, fires_at, began_at, version, due_at)
     values ($1, $2, now(), now(), $3, 'infinity')`,
    ...[id, first + 1],
  );
  await clean();
  expect(await versions()).toEqual([first, first + 1, first + 2]);

  await rows('delete from executions where project_id = $1');
  await rows('delete from workflow_schedules where project_id = $1');
  await clean();
  expect(await versions()).toEqual([first + 2]);
});
