import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ProjectId, projectContext } from '#platform/context';
import { nilId } from '#platform/ids';
import { type ExecutionProject, type ExecutionSetup, openExecutionSetup } from '#testing/execution-setup';
import { type GivenStep, givenWorkflow } from '#testing/workflow-setup';
import { closeMarked } from './close-marked.ts';
import { commitRuns } from './commit-runs.ts';
import { loadRuns } from './load-runs.ts';
import { workExecutions } from './work-executions.ts';

let setup: ExecutionSetup;
let project: ExecutionProject;
beforeAll(async () => {
  setup = await openExecutionSetup({ isWorking: false });
});
afterAll(() => setup.close());
beforeEach(async () => {
  project = await setup.newProject();
});

const wait: GivenStep = { type: 'WAIT_FOR_EVENT', config: { eventName: 'paid' } };
const exit: GivenStep = { type: 'EXIT', config: { reason: 'done' } };
const cancelAll = (id: string) => project.api.post(`/workflows/${id}/executions/cancel-all`);
const statuses = async (id: string): Promise<string[]> =>
  (await project.api.get(`/workflows/${id}/executions?pageSize=100`)).body.data.map(
    (each: { status: string }) => each.status,
  );

/** Claims every active execution as a worker does. */
const claimAll = async () =>
  (
    await project.rows(
      `update executions set fence = gen_random_uuid(), lease_until = now() + interval '1 minute'
        where project_id = $1 returning project_id as "projectId", id, fence`,
    )
  ).map((claim) => ({ ...claim, claims: 1 }));

const context = () => projectContext(setup.app.app.services, project.id as ProjectId); // a given project

test('closes what is active and counts it; a second one finds nothing (D-944)', async () => {
  const { id } = await givenWorkflow(project.api, { steps: [wait] });
  for (let n = 0; n < 5; n += 1) await project.track(`c${n}@example.com`);
  await workExecutions(context(), await claimAll());
  await project.track('new@example.com');

  expect(await cancelAll(id)).toMatchObject({ status: 200, body: { cancelled: 6 } });
  expect(await cancelAll(id)).toMatchObject({ status: 200, body: { cancelled: 0 } });

  expect(await statuses(id)).toEqual(Array(6).fill('CANCELLED'));
  expect(await project.rows('select 1 from executions where project_id = $1')).toEqual([]);
  expect(await project.rows('select 1 from execution_waits where project_id = $1')).toEqual([]);
});

test('what the mark of a cancel-all has cancelled is shown so, and is in no way, before its row is closed (D-944)', async () => {
  const { id, stepIds } = await givenWorkflow(project.api, { steps: [wait] });
  await project.track();
  await workExecutions(context(), await claimAll());
  await project.rows('update workflows set cancelled_through = clock_timestamp() where project_id = $1');

  const { data } = (await project.api.get(`/workflows/${id}/executions?status=CANCELLED`)).body;
  expect(data).toMatchObject([{ status: 'CANCELLED', exitReason: 'cancelled_all', dueAt: null, waitingFor: null }]);
  expect((await project.api.get(`/workflows/${id}/executions?status=WAITING`)).body.data).toEqual([]);
  expect((await project.api.get(`/workflows/${id}/executions?stepId=${stepIds[0]}`)).body).toMatchObject({
    data: [],
    total: 0,
  });
  const path = `/workflows/${id}/executions/${data[0].id}`;
  const { stepExecutions, completedAt } = (await project.api.get(path)).body;
  expect(stepExecutions.at(-1)).toMatchObject({ stepId: stepIds[0], status: 'SKIPPED', completedAt });
  expect((await project.api.delete(path)).body.error).toMatchObject({
    ...{ code: 'EXECUTION_FINISHED', details: { status: 'CANCELLED' } },
  });

  const entered = await project.start(id, { email: 'ada@example.com' });
  expect(entered.status).toBe(201);
  expect(await cancelAll(id)).toMatchObject({ body: { cancelled: 1 } });
  expect(await statuses(id)).toEqual(['CANCELLED', 'CANCELLED']);
  expect((await project.start(id, { email: 'ada@example.com' })).status).toBe(201);
});

test('a portion counts executions that a worker has closed because of the same mark, and none of an earlier one', async () => {
  const { id } = await givenWorkflow(project.api, { steps: [exit] });
  for (let n = 0; n < 4; n += 1) await project.track(`before${n}@example.com`);
  expect((await cancelAll(id)).body).toEqual({ cancelled: 4 });
  const [{ after }] = await project.rows('select cancelled_through as after from workflows where project_id = $1');
  for (let n = 0; n < 6; n += 1) await project.track(`c${n}@example.com`);
  const [{ through }] = await project.rows(
    'update workflows set cancelled_through = clock_timestamp() where project_id = $1 returning cancelled_through as through',
  );
  await workExecutions(context(), (await claimAll()).slice(0, 2));

  const portion = await context().transaction((tx) => closeMarked(tx, { workflowId: id, after, through }, nilId));

  expect(portion).toEqual({ cancelled: 6, next: null });
});

test('counts what it has cancelled while workers go on with the same executions', async () => {
  const { id } = await givenWorkflow(project.api, { steps: [exit] });
  for (let n = 0; n < 300; n += 15) {
    await Promise.all(Array.from({ length: 15 }, (_, index) => project.track(`c${n}-${index}@example.com`)));
  }
  const [{ count }] = await project.rows('select count(*)::int from executions where project_id = $1');
  const claims = (await claimAll()).slice(0, 200);

  const [reply] = await Promise.all([
    cancelAll(id),
    ...Array.from({ length: 10 }, (_, n) => workExecutions(context(), claims.slice(20 * n, 20 * n + 20))),
  ]);

  const [cancelled] = await project.rows(
    `select count(*)::int from finished_executions where project_id = $1 and status = 'CANCELLED'`,
  );
  expect(reply.body).toEqual({ cancelled: cancelled.count });
  expect(await project.rows('select 1 from executions where project_id = $1')).toEqual([]);
  const [finished] = await project.rows('select count(*)::int from finished_executions where project_id = $1');
  expect(finished.count).toBe(count);
}, 120_000);

test('a worker that has loaded an execution before the mark takes no step after it (D-944)', async () => {
  await givenWorkflow(project.api, { steps: [exit] });
  await project.track();
  const claims = await claimAll();
  const { runs, orphans, now } = await loadRuns(context(), claims);
  for (const run of runs) run.feed({ kind: 'run' }, now);
  await project.rows('update workflows set cancelled_through = clock_timestamp() where project_id = $1');

  const prepared = runs.map((run) => ({ run, prepared: undefined }));
  await context().transaction((tx) => commitRuns(tx, claims, prepared, orphans));

  expect(await project.rows('select step_id from executions where project_id = $1')).toEqual([{ step_id: null }]);
  expect(await project.rows('select 1 from step_executions where project_id = $1')).toEqual([]);
});

test('more than 50,000 are closed by a job, whose result is exact (D-124)', async () => {
  const { id } = await givenWorkflow(project.api, { steps: [wait] });
  await project.rows(
    `insert into executions (project_id, id, workflow_id, version, contact_id, trigger_type, started_at, arrived_at, depth, is_public,
            updated_at)
     select $1, id_in_order((extract(epoch from now()) * 1000)::bigint - n, 1), $2, 1, gen_random_uuid(), 'MANUAL',
            now() - n * interval '1 ms', now(), 1, false, now() from generate_series(1, 50001) n`,
    id,
  );
  const [{ version }] = await project.rows('select version from workflows where project_id = $1');
  await project.rows('update executions set version = $2 where project_id = $1', version);

  const { status, body } = await cancelAll(id);
  expect([status, body.active]).toEqual([202, 50_001]);
  expect((await project.api.get(`/workflows/${id}/executions?status=RUNNING`)).body.data).toEqual([]);
  await setup.app.settle();

  const job = (await project.api.get(`/contacts/bulk/${body.jobId}`)).body;
  expect(job).toMatchObject({ type: 'cancel-executions', state: 'completed', result: { cancelled: 50_001 } });
  expect(await project.rows('select 1 from executions where project_id = $1 limit 1')).toEqual([]);
  const { total } = (await project.api.get(`/workflows/${id}/executions?status=CANCELLED`)).body;
  expect(total).toBe(50_001);
}, 300_000);
