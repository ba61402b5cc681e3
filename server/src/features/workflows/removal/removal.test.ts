import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { type Client, startTestApp, type TestApp } from '#testing';
import { eraseDataOf } from '#testing/erase-project';
import { lockWaits } from '#testing/lock-waits';
import { connect } from '#testing/spool-setup';
import { type GivenStep, givenTemplate, givenWorkflow } from '#testing/workflow-setup';
import { executionsSpool } from '../executions/spool.ts';

let app: TestApp;
let api: Client;
let projectId: string;
let client: Awaited<ReturnType<typeof connect>>;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'), {}, { spools: [executionsSpool] });
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
const track = (email: string, event = 'signup') => api.post('/events/track', { event, email: `${email}@example.com` });

const wait: GivenStep = { type: 'WAIT_FOR_EVENT', config: { eventName: 'paid' } };
const exit: GivenStep = { type: 'EXIT' };

/** Every table of the feature, with the number of its rows for this project, or for one workflow of it. */
async function left(workflowId?: string): Promise<Record<string, number>> {
  const { rows: tables } = await client.query<{ name: string; has_workflow: boolean }>(
    `select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'workflow_id') as has_workflow
       from pg_class c where obj_description(c.oid, 'pg_class') = 'feature: workflows' order by 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name, has_workflow } of tables) {
    const isOf = !workflowId || !has_workflow ? '' : ` and workflow_id = '${workflowId}'`;
    if (workflowId && !has_workflow) continue;
    const [found] = await rows(`select count(*)::int from ${name} where project_id = $1${isOf}`);
    if (found.count > 0) counts[name] = found.count;
  }
  return counts;
}

test('a workflow with active executions is not deleted; afterwards it is gone at once, and what it left in the background', async () => {
  const templateId = await givenTemplate(api);
  const { id } = await givenWorkflow(api, { steps: [{ type: 'SEND_EMAIL', templateId }, wait, exit] });
  const other = await givenWorkflow(api, { steps: [exit], eventName: 'other' });
  for (const name of ['ada', 'bob', 'eve']) await track(name);
  await track('ada', 'other');
  await app.settle();
  const refused = await api.delete(`/workflows/${id}`);
  expect([refused.status, refused.body.error]).toMatchObject([
    409,
    { code: 'WORKFLOW_ACTIVE_EXECUTIONS', details: { active: 3 } },
  ]);
  for (const name of ['ada', 'bob', 'eve']) await track(name, 'paid');
  await app.settle();
  expect(await left(id)).toMatchObject({ finished_executions: 3, step_executions: 12, workflow_entries: 3 });

  expect((await api.delete(`/workflows/${id}`)).status).toBe(204);
  expect((await api.get(`/workflows/${id}`)).status).toBe(404);
  await app.settle();

  expect(await left(id)).toEqual({});
  expect(await left(other.id)).toMatchObject({ finished_executions: 1, workflow_entries: 1, workflow_versions: 1 });
  expect(await rows('select count(*)::int from emails where project_id = $1 and workflow_id = $2', id)).toEqual([
    { count: 3 },
  ]);
});

test('rows of transactions that were under way when a workflow was deleted are removed later', async () => {
  const { id } = await givenWorkflow(api, { steps: [wait], eventName: 'never' });
  await client.query('begin');
  await rows(
    `insert into executions (project_id, id, workflow_id, version, contact_id, arrived_at, depth, is_public, trigger_type, started_at,
                             updated_at, due_at)
     values ($1, gen_random_uuid(), $2, 1, gen_random_uuid(), now(), 1, false, 'EVENT', now(), now(), now() + interval '1 year')`,
    id,
  );
  await rows(
    `insert into workflow_entries (project_id, workflow_id, contact_id, hour_began) values ($1, $2, gen_random_uuid(), now())`,
    id,
  );
  expect((await api.delete(`/workflows/${id}`)).status).toBe(204);
  await app.settle();
  await client.query('commit');
  expect(await left(id)).toEqual({ executions: 1, workflow_entries: 1 });

  const later = `update queue.job set start_after = now() where state = 'created' and name = 'workflows.remove' returning 1`;
  expect((await client.query(later)).rowCount).toBeGreaterThan(0);
  await app.settle();
  expect(await left(id)).toEqual({});
});

test('executions that a cancel-all has marked do not keep a workflow, and go with their waits (D-944)', async () => {
  const { id } = await givenWorkflow(api, { steps: [wait] });
  await track('ada');
  await app.settle();
  await rows(`update workflows set cancelled_through = clock_timestamp() where project_id = $1 and id = $2`, id);
  expect(await rows('select count(*)::int from execution_waits where project_id = $1')).toEqual([{ count: 1 }]);

  expect((await api.delete(`/workflows/${id}`)).status).toBe(204);
  await app.settle();

  expect(await left(id)).toEqual({});
  expect(await rows('select from execution_waits where project_id = $1')).toEqual([]);
});

test('a workflow whose schedule lets contacts enter in this moment is refused like one they have entered', async () => {
  const { id } = await givenWorkflow(api, { steps: [wait], isEnabled: false });
  const audienceCondition = { logic: 'AND', groups: [{ filters: [{ field: 'data.a', operator: 'exists' }] }] };
  const triggerConfig = { schedule: '0 9 * * *', audienceCondition };
  await api.patch(`/workflows/${id}`, { triggerType: 'SCHEDULE', triggerConfig, enabled: true });
  await client.query('begin');
  await rows('select from workflow_schedules where project_id = $1 and id = $2 for update', id);
  await rows(
    `insert into executions (project_id, id, workflow_id, version, contact_id, arrived_at, depth, is_public, trigger_type, started_at,
                             updated_at, due_at)
     values ($1, gen_random_uuid(), $2, 1, gen_random_uuid(), now(), 1, false, 'SCHEDULE', now(), now(), now() + interval '1 year')`,
    id,
  );

  const deletion = api.delete(`/workflows/${id}`);
  const observer = app.app.services.database.pool;
  await vi.waitFor(async () => expect(await lockWaits(observer)).toBe(1), { timeout: 30_000 });
  await client.query('commit');

  expect((await deletion).body.error).toMatchObject({ code: 'WORKFLOW_ACTIVE_EXECUTIONS', details: { active: 1 } });
  expect(await rows('select from workflow_schedules where project_id = $1')).toHaveLength(1);
});

test('of an erased project nothing is left, and of another everything', async () => {
  const neighbour = await app.given.project();
  for (const key of [neighbour.secretKey, null]) {
    const one = key === null ? api : app.as(key);
    await givenWorkflow(one, { steps: [exit] });
    await givenWorkflow(one, { steps: [wait], eventName: 'wait' });
    for (const event of ['signup', 'wait']) await one.post('/events/track', { event, email: 'ada@example.com' });
  }
  await app.settle();
  await rows(
    `insert into step_executions select project_id, gen_random_uuid(), gen_random_uuid(), workflow_id, step_id, number, name, type, status,
            branch, scheduled_for, execute_after, attempt, output, error, started_at, completed_at from step_executions where project_id = $1`,
  );
  await rows(
    `insert into workflow_entries (project_id, workflow_id, contact_id, hour_began)
     select $1, (select id from workflows where project_id = $1 limit 1), gen_random_uuid(), now() from generate_series(1, 6000)`,
  );

  await eraseDataOf(app.app.services, projectId);

  expect(await left()).toEqual({});
  projectId = neighbour.id;
  expect(await left()).toMatchObject({ executions: 1, finished_executions: 1, execution_waits: 1, workflows: 2 });
});
