import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ExecutionProject, type ExecutionSetup, openExecutionSetup } from '#testing/execution-setup';
import { lockWaits } from '#testing/lock-waits';
import { until } from '#testing/until';
import { type GivenStep, givenWorkflow } from '#testing/workflow-setup';

let setup: ExecutionSetup;
let project: ExecutionProject;
beforeAll(async () => {
  setup = await openExecutionSetup({ isWorking: true });
});
afterAll(() => setup.close());
beforeEach(async () => {
  project = await setup.newProject();
});

const delay: GivenStep = { type: 'DELAY', config: { amount: 1, unit: 'hours' } };
const exit: GivenStep = { type: 'EXIT', config: { reason: 'done' } };

test('of two starts at once with one key one starts, and the other finds it, whatever contacts they name (D-943)', async () => {
  const { id } = await givenWorkflow(project.api, { steps: [delay] });
  const contacts = [await project.newContact(), await project.newContact()];
  const { client } = setup;
  await client.query('begin');
  await client.query('select 1 from contacts where project_id = $1 for update', [project.id]);

  const starting = Promise.all(contacts.map((contactId) => project.start(id, { contactId, key: 'order 7' })));
  const haveArrived = await until(async () => (await lockWaits(setup.app.app.services.database.pool)) === 2);
  await client.query('commit');
  const replies = await starting;

  expect(haveArrived).toBe(true);
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
});

test('of many starts at once of one contact one starts; the others are refused with its id (D-926)', async () => {
  const { id } = await givenWorkflow(project.api, { steps: [delay], allowReentry: true });
  const contactId = await project.newContact();

  const replies = await Promise.all(Array.from({ length: 8 }, () => project.start(id, { contactId })));

  const started = replies.find(({ status }) => status === 201);
  const refused = replies.filter(({ status }) => status === 409);
  expect(refused).toHaveLength(7);
  for (const { body } of refused) {
    expect(body.error).toMatchObject({ code: 'EXECUTION_ACTIVE', details: { executionId: started?.body.id } });
  }
});

test('a key is free again after 24 hours', async () => {
  const { id } = await givenWorkflow(project.api, { steps: [exit], allowReentry: true });
  const contactId = await project.newContact();
  const first = await project.start(id, { contactId, key: 'k' });
  await setup.app.settle();
  await project.rows(`update execution_keys set created_at = now() - interval '24 hours' where project_id = $1`);

  const second = await project.start(id, { contactId, key: 'k' });
  const third = await project.start(id, { contactId, key: 'k' });

  expect([first.status, second.status, third.status]).toEqual([201, 201, 200]);
  expect(second.body.id).not.toBe(first.body.id);
  expect(third.body.id).toBe(second.body.id);
});

test('the eleventh entry in an hour is refused and counted (D-935)', async () => {
  const { id } = await givenWorkflow(project.api, { steps: [exit], allowReentry: true });
  const contactId = await project.newContact();
  for (let time = 0; time < 10; time += 1) {
    expect((await project.start(id, { contactId })).status).toBe(201);
    await setup.app.settle();
  }

  const { status, body } = await project.start(id, { contactId });

  expect([status, body.error.code]).toEqual([409, 'ENTRY_LIMIT_REACHED']);
  const { problems } = (await project.api.get(`/workflows/${id}`)).body;
  expect(problems.map(({ code }: { code: string }) => code)).toContain('LOOP_STOPPED');
});

test('a workflow that was enabled before graphs were stored gets its version with the first start (D-933)', async () => {
  const { id } = await givenWorkflow(project.api, { steps: [exit] });
  await project.rows('delete from workflow_versions where project_id = $1');

  const { body } = await project.start(id, { contactId: await project.newContact(), context: { plan: 'pro' } });
  await setup.app.settle();

  const details = (await project.api.get(`/workflows/${id}/executions/${body.id}`)).body;
  expect(details).toMatchObject({ status: 'EXITED', exitReason: 'done', context: { plan: 'pro' } });
  expect(details.snapshot.steps).toHaveLength(2);
});

test('the execution of a refusal is null once it is no longer kept (D-926)', async () => {
  const { id } = await givenWorkflow(project.api, { steps: [exit] });
  const contactId = await project.newContact();
  const { body } = await project.start(id, { contactId });
  await setup.app.settle();
  const refusal = async () => (await project.start(id, { contactId })).body.error;

  expect(await refusal()).toMatchObject({ code: 'REENTRY_NOT_ALLOWED', details: { executionId: body.id } });
  await project.rows('delete from finished_executions where project_id = $1');
  expect(await refusal()).toMatchObject({ code: 'REENTRY_NOT_ALLOWED', details: { executionId: null } });
});
