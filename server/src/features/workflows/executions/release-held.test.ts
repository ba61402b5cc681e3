import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { runSchedule, startTestApp, type TestApp } from '#testing';
import { connect } from '#testing/spool-setup';
import { givenWorkflow } from '#testing/workflow-setup';
import { executionsSpool } from './spool.ts';

let app: TestApp;
let client: Awaited<ReturnType<typeof connect>>;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'), {}, { spools: [executionsSpool] });
  client = await connect(app.databaseUrl);
});
afterAll(async () => {
  await client.end();
  await app.close();
});

test('executions of a project that is enabled again run within a minute, those of a disabled one do not (D-928)', async () => {
  const projects = [await app.given.project(), await app.given.project()];
  for (const { secretKey } of projects) {
    const api = app.as(secretKey);
    const steps = [{ type: 'DELAY', config: { amount: 1, unit: 'hours' } }, { type: 'EXIT' }];
    await givenWorkflow(api, { steps });
    await api.post('/events/track', { event: 'signup', email: 'ada@example.com' });
  }
  await app.settle();
  await client.query(`update projects set disabled_reason = 'MANUAL'`);
  await client.query(
    `update executions set due_at = now() - interval '1 second', open = open || jsonb_build_object('executeAfter', now() - interval '1 second')`,
  );
  await app.settle();
  const held = async () => (await client.query('select project_id from executions where is_held')).rows;
  const minute = async () => {
    await runSchedule(app, 'workflows.find-released-executions');
    await app.settle();
  };
  await minute();
  expect(await held()).toHaveLength(2);

  const [enabled, disabled] = projects.map(({ id }) => id);
  await client.query('update projects set disabled_reason = null where id = $1', [enabled]);
  await minute();

  expect(await held()).toEqual([{ project_id: disabled }]);
  const { rows } = await client.query('select project_id, status from finished_executions');
  expect(rows).toEqual([{ project_id: enabled, status: 'EXITED' }]);
});

test('more than a batch is released by one run', async () => {
  const { id } = await app.given.project();
  await client.query(
    `insert into executions (project_id, id, workflow_id, version, contact_id, arrived_at, depth, is_public, trigger_type, started_at,
                             updated_at, due_at, is_held)
     select $1, gen_random_uuid(), $1, 1, gen_random_uuid(), now(), 1, false, 'EVENT', now(), now(), 'infinity', true
       from generate_series(1, 2500)`,
    [id],
  );
  await runSchedule(app, 'workflows.find-released-executions');
  await app.settle();

  // Their workflow does not exist, so the workers have removed them.
  expect((await client.query('select from executions where project_id = $1', [id])).rowCount).toBe(0);
});
