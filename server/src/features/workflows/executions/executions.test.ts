import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { type Client, startTestApp, type TestApp } from '#testing';
import { connect } from '#testing/spool-setup';
import { type GivenStep, givenTemplate, givenWorkflow } from '#testing/workflow-setup';
import { executionsSpool } from './spool.ts';

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
const track = async (event: string, fields: object = {}, email = 'ada@example.com') =>
  expect(await api.post('/events/track', { email, event, ...fields })).toMatchObject({ status: 200 });
const steps = () =>
  rows(
    'select type, status, branch, output, error, number from step_executions where project_id = $1 order by completed_at, number',
  );
const ended = () =>
  rows('select status, exit_reason, context from finished_executions where project_id = $1 order by completed_at');
const active = () => rows('select status, step_id, due_at, open from executions where project_id = $1');
/** As if this time had passed: everything that is due within it is due now. */
const passHours = (hours: number) =>
  rows(
    `update executions set due_at = now() - interval '1 second', open = open
        || case when open ? 'executeAfter' then jsonb_build_object('executeAfter', (open->>'executeAfter')::timestamptz - $2 * interval '1 hour') else '{}' end
        || case when open ? 'scheduledFor' then jsonb_build_object('scheduledFor', (open->>'scheduledFor')::timestamptz - $2 * interval '1 hour') else '{}' end
      where project_id = $1 and due_at <= now() + $2 * interval '1 hour' returning id`,
    hours,
  );

const delay: GivenStep = { type: 'DELAY', config: { amount: 1, unit: 'hours' } };
const waitFor = (eventName: string): GivenStep => ({ type: 'WAIT_FOR_EVENT', config: { eventName, timeout: 3_600 } });
const exit = (reason: string, more: Partial<GivenStep> = {}): GivenStep => ({
  type: 'EXIT',
  config: { reason },
  ...more,
});

test('an event starts an execution, which mails, waits, goes on and ends; each step is logged once (D-904, D-929)', async () => {
  const templateId = await givenTemplate(api);
  const { id } = await givenWorkflow(api, {
    steps: [{ type: 'SEND_EMAIL', templateId }, delay, { type: 'SEND_EMAIL', templateId }],
  });

  await track('signup', { data: { name: 'Ada' } });
  await app.settle();
  expect(await active()).toMatchObject([{ status: 'WAITING' }]);
  await passHours(1);
  await app.settle();

  expect(await active()).toEqual([]);
  expect(await ended()).toMatchObject([{ status: 'COMPLETED', exit_reason: null }]);
  expect((await steps()).map(({ type, status, number }) => [type, status, number])).toEqual([
    ['TRIGGER', 'COMPLETED', 0],
    ['SEND_EMAIL', 'COMPLETED', 1],
    ['DELAY', 'COMPLETED', 2],
    ['SEND_EMAIL', 'COMPLETED', 3],
  ]);
  const mails = await rows('select workflow_id, subject, depth from emails where project_id = $1');
  expect(mails).toEqual(Array(2).fill({ workflow_id: id, subject: 'Hi Ada', depth: 1 }));
  const [counts] = await rows(
    `select sum(started)::int as started, sum(running)::int as running, sum(waiting)::int as waiting, sum(completed)::int as completed
       from workflow_counts where project_id = $1`,
  );
  expect(counts).toEqual({ started: 1, running: 0, waiting: 0, completed: 1 });
});

test('an event ends a wait with its data; a time-out takes its branch (D-913)', async () => {
  await givenWorkflow(api, {
    steps: [waitFor('paid'), exit('paid {{x}}'), exit('late', { after: 0, branch: 'timeout' })],
  });

  await track('signup');
  await track('signup', {}, 'bob@example.com');
  await app.settle();
  await track('paid', { data: { amount: 42 } });
  await app.settle();
  await passHours(1);
  await app.settle();

  expect(await ended()).toMatchObject([
    { status: 'EXITED', exit_reason: 'paid {{x}}', context: { amount: 42 } },
    { status: 'EXITED', exit_reason: 'late' },
  ]);
  expect(await rows('select * from execution_waits where project_id = $1')).toEqual([]);
});

test('a step reads the text of its template when it runs, and a later edit does not reach its mail (D-537)', async () => {
  const templateId = await givenTemplate(api);
  const delay = { type: 'DELAY', config: { amount: 1, unit: 'hours' } };
  await givenWorkflow(api, { steps: [delay, { type: 'SEND_EMAIL', templateId }] });
  await track('signup');
  await app.settle();
  await api.patch(`/templates/${templateId}`, { subject: 'Meanwhile' });
  await passHours(1);
  await app.settle();
  await api.patch(`/templates/${templateId}`, { subject: 'Too late' });

  expect((await api.get('/emails')).body.data).toMatchObject([{ subject: 'Meanwhile' }]);
});

test('a text that cannot be rendered fails its own executions, with the reason, and no other (D-912, F34)', async () => {
  const [poison, good] = await Promise.all([
    givenTemplate(api, { body: '<p>{% for i in (1..300000) %}{% endfor %}</p>' }),
    givenTemplate(api),
  ]);
  await givenWorkflow(api, { eventName: 'poisoned', steps: [{ type: 'SEND_EMAIL', templateId: poison }] });
  await givenWorkflow(api, { steps: [{ type: 'SEND_EMAIL', templateId: good }] });

  for (const n of [1, 2, 3]) await track('poisoned', {}, `c${n}@example.com`);
  await track('signup');
  await app.settle();

  const ends = await rows(
    'select status, count(*)::int as count from finished_executions where project_id = $1 group by 1 order by 1',
  );
  expect(ends).toEqual([
    { status: 'COMPLETED', count: 1 },
    { status: 'FAILED', count: 3 },
  ]);
  const failed = (await steps()).filter(({ status }) => status === 'FAILED');
  expect(failed).toHaveLength(3);
  for (const step of failed) expect(step.error).toMatchObject({ code: 'RENDER_FAILED' });
  expect(await rows('select subject from emails where project_id = $1')).toHaveLength(1);
});

test('a wait goes on when the events of its name are deleted, and ends with the next one (D-415)', async () => {
  await givenWorkflow(api, { steps: [waitFor('paid'), exit('paid')] });
  await track('signup');
  await track('paid', {}, 'bob@example.com');
  await app.settle();
  expect((await api.delete('/events/paid')).body).toEqual({ deletedCount: 1 });
  await app.settle();
  expect(await active()).toMatchObject([{ status: 'WAITING' }]);

  await track('paid');
  await app.settle();

  expect(await ended()).toMatchObject([{ status: 'EXITED', exit_reason: 'paid' }]);
});

test('a step that unsubscribes says so in the event; a mail to a recipient that is no contact emits none (D-416, D-418)', async () => {
  const templateId = await givenTemplate(api);
  await api.post('/suppressions', { email: 'boss@example.com' });
  const recipient = { type: 'CUSTOM', customEmail: 'boss@example.com' };
  await givenWorkflow(api, {
    steps: [
      { type: 'UPDATE_CONTACT', config: { subscriptionAction: 'unsubscribe' } },
      { type: 'SEND_EMAIL', templateId, config: { recipient } },
    ],
  });
  await track('signup');
  await app.settle();

  expect(await rows('select contact_id, status from emails where project_id = $1')).toEqual([
    { contact_id: null, status: 'SUPPRESSED' },
  ]);
  expect(await rows(`select name, data from events where project_id = $1 and name <> 'signup'`)).toEqual([
    { name: 'contact.unsubscribed', data: { source: 'workflow' } },
  ]);
});

test('a contact enters once, again where that is allowed, and never twice at the same time (D-926)', async () => {
  await givenWorkflow(api, { steps: [exit('once')] });
  await givenWorkflow(api, { steps: [delay], allowReentry: true });

  for (let time = 0; time < 3; time += 1) {
    await track('signup');
    await app.settle();
  }
  expect(await ended()).toMatchObject([{ exit_reason: 'once' }]);
  expect(await active()).toHaveLength(1);
  await passHours(1);
  await app.settle();
  await track('signup');
  await app.settle();

  expect((await ended()).map(({ status }) => status)).toEqual(['EXITED', 'COMPLETED']);
  expect(await active()).toHaveLength(1);
});

test('a condition sees the contact and the event; an update writes the contact (D-914, D-924)', async () => {
  const { stepIds } = await givenWorkflow(api, {
    steps: [
      { type: 'CONDITION', config: { field: 'event.amount', operator: 'greaterThan', value: 10 } },
      { type: 'UPDATE_CONTACT', config: { updates: { tier: 'gold {{ amount }}' } }, branch: 'yes' },
      { type: 'CONDITION', config: { field: 'data.tier', operator: 'equals', value: 'gold 42' } },
      exit('rich', { branch: 'yes' }),
      exit('poor', { after: 0, branch: 'no' }),
    ],
  });

  await track('signup', { data: { amount: { value: 42, persistent: false } } });
  await track('signup', { data: { amount: { value: 3, persistent: false } } }, 'bob@example.com');
  await app.settle();

  expect(new Set((await ended()).map(({ exit_reason }) => exit_reason))).toEqual(new Set(['poor', 'rich']));
  const [ada] = await rows(`select data from contacts where project_id = $1 and email = 'ada@example.com'`);
  expect(ada?.data).toEqual({ tier: 'gold 42' });
  expect(stepIds).toHaveLength(5);
});

test('an execution keeps the graph it started with (D-925)', async () => {
  const { id, stepIds } = await givenWorkflow(api, { steps: [delay, exit('old')] });
  await track('signup');
  await app.settle();
  await api.patch(`/workflows/${id}/steps/${stepIds[1]}`, { config: { reason: 'new' } });
  await track('signup', {}, 'bob@example.com');
  await app.settle();
  await passHours(1);
  await app.settle();

  expect(new Set((await ended()).map(({ exit_reason }) => exit_reason))).toEqual(new Set(['new', 'old']));
});

test('a contact that is deleted ends its executions, which forget it (D-947, D-217)', async () => {
  await givenWorkflow(api, { steps: [waitFor('paid')] });
  await track('signup', { data: { amount: { value: 42, persistent: false } } });
  await app.settle();
  const [contact] = await rows('select id from contacts where project_id = $1');

  expect((await api.delete(`/contacts/${contact?.id}`)).status).toBe(204);

  expect(await active()).toEqual([]);
  expect(await rows('select * from execution_waits where project_id = $1')).toEqual([]);
  expect(await rows('select * from workflow_entries where project_id = $1')).toEqual([]);
  const [forgotten] = await rows(
    'select status, exit_reason, contact_id, context from finished_executions where project_id = $1',
  );
  expect(forgotten).toEqual({ status: 'CANCELLED', exit_reason: 'contact_deleted', contact_id: null, context: null });
  expect((await steps()).map(({ output, status }) => [output, status])).toEqual([
    [null, 'COMPLETED'],
    [null, 'SKIPPED'],
  ]);
  expect(await rows('select distinct contact_id from step_executions where project_id = $1')).toEqual([
    { contact_id: null },
  ]);
});

test('a workflow that feeds itself stops after ten entries in an hour, and says so (D-935)', async () => {
  const { id } = await givenWorkflow(api, { steps: [exit('again')], allowReentry: true });

  for (let time = 0; time < 12; time += 1) {
    await track('signup');
    await app.settle();
  }

  expect(await ended()).toHaveLength(10);
  const stopped = await rows('select workflow_id, loops_stopped::int from workflow_hours where project_id = $1');
  expect(stopped).toEqual([{ workflow_id: id, loops_stopped: 2 }]);
});

test('a disabled project moves nothing; its due executions are set aside once (D-928)', async () => {
  await givenWorkflow(api, { steps: [delay, exit('end')] });
  await track('signup');
  await app.settle();
  await rows(`update projects set disabled_reason = 'MANUAL' where id = $1`);
  await passHours(1);
  await app.settle();

  expect(await rows('select is_held, due_at from executions where project_id = $1')).toEqual([
    { is_held: true, due_at: Number.POSITIVE_INFINITY },
  ]);
});

test('a wait behind a wait is written after the first one is gone, and its event is not lost (D-913)', async () => {
  await givenWorkflow(api, {
    steps: [
      waitFor('paid'),
      { ...waitFor('paid'), branch: 'timeout' },
      { ...waitFor('shipped'), branch: 'event' },
      exit('done'),
    ],
  });
  await track('signup');
  await app.settle();
  await passHours(1);
  await app.settle();
  expect(await rows('select name from execution_waits where project_id = $1')).toEqual([{ name: 'paid' }]);
  await track('paid');
  await app.settle();
  expect(await rows('select name from execution_waits where project_id = $1')).toEqual([{ name: 'shipped' }]);
  await track('shipped');
  await app.settle();

  expect(await ended()).toMatchObject([{ exit_reason: 'done' }]);
});
