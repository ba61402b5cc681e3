import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { ContactId } from '#features/contacts';
import { projectContext } from '#platform/context';
import { keyRing, seal } from '#platform/crypto';
import { runSchedule } from '#testing';
import { type CallSetup, startCallSetup, status, urlOf } from '#testing/call-setup';
import { until } from '#testing/until';
import { cancelExecutions } from '../executions/cancel-executions.ts';
import { executionsSpool } from '../executions/spool.ts';
import { workflowCalls } from './calls-spool.ts';

let setup: CallSetup;

beforeAll(async () => {
  setup = await startCallSetup(inject('templateDatabase'), [executionsSpool, workflowCalls]);
});
afterAll(() => setup.close());
beforeEach(() => setup.renew());

const calls = () => setup.rows('select id, due_at from workflow_calls where project_id = $1');
const ended = () => setup.rows('select status, exit_reason from finished_executions where project_id = $1');
const ids = () => setup.requests().map(({ headers }) => headers['webhook-id']);
const start = async (): Promise<void> => {
  await setup.track('signup');
  await setup.app.settle();
};
const cancel = async (): Promise<void> => {
  const rows = await setup.rows('select id from executions where project_id = $1');
  const executionIds = rows.map(({ id }) => String(id));
  const ctx = projectContext(setup.app.app.services, setup.project.id);
  await ctx.transaction((tx) => cancelExecutions(tx, executionIds, 'cancelled'));
};

/** The target holds its replies to these paths until they are let go. */
function holdReplies() {
  const held: (() => void)[] = [];
  setup.replyWith((request, response) => held.push(() => status(200)(request, response)));
  return {
    held,
    letGo() {
      setup.replyWith(status(200));
      for (const reply of held.splice(0)) reply();
    },
  };
}

test('a slow host has two calls at once, and delays neither another host nor another project nor other steps (D-917)', async () => {
  const replies = holdReplies();
  await setup.givenCall();
  for (let n = 0; n < 30; n += 1) await setup.track('signup', {}, `slow${n}@example.com`);
  expect(await until(() => replies.held.length >= 2)).toBe(true);
  const slow = { project: setup.project, api: setup.api };
  const before = setup.otherHost.requests.length;
  const isReached = (count: number) => until(() => setup.otherHost.requests.length === before + count);
  setup.replyWith((request, response) => {
    if (request.path === '/quick') status(200)(request, response);
    else replies.held.push(() => status(200)(request, response));
  });

  const url = urlOf(setup, '/quick', '127.0.0.2');
  await setup.givenCall({ url }, { type: 'EXIT', config: { reason: 'quick' } });
  await setup.track('signup', {}, 'quick@example.com');
  expect(await isReached(1)).toBe(true);
  expect(await until(async () => (await ended()).some(({ exit_reason }) => exit_reason === 'quick'))).toBe(true);
  setup.project = await setup.app.given.project();
  setup.api = setup.app.as(setup.project.secretKey);
  await setup.givenCall({ url });
  await setup.track('signup');
  expect(await isReached(2)).toBe(true);

  expect(setup.target.open).toBeLessThanOrEqual(2);
  Object.assign(setup, slow);
  replies.letGo();
  const isDone = async () => {
    await setup.passPause(); // a call that took longer than 15 s is tried again
    return (await calls()).length === 0;
  };
  expect(await until(isDone)).toBe(true);
  expect(new Set(ids()).size).toBe(31); // the contact of the other host entered both workflows
});

test('an execution that was cancelled between two attempts is not called for again', async () => {
  await setup.givenCall();
  setup.replyWith(status(500));
  await start();

  await cancel();
  await setup.passPause();

  expect(setup.requests()).toHaveLength(1);
  expect(await calls()).toEqual([]);
  expect(await ended()).toMatchObject([{ status: 'CANCELLED' }]);
});

test.each([
  ['one', async (workflowId: string, id: string) => setup.api.delete(`/workflows/${workflowId}/executions/${id}`)],
  ['all', async (workflowId: string) => setup.api.post(`/workflows/${workflowId}/executions/cancel-all`)],
])('a cancel of %s deletes the request that waits for its next attempt', async (_, end) => {
  const workflowId = await setup.givenCall();
  setup.replyWith(status(500));
  await start();
  const [before] = await setup.rows('select execution_id from workflow_calls where project_id = $1');

  expect(await end(workflowId, String(before?.execution_id))).toMatchObject({ status: 200 });

  expect(await calls()).toEqual([]);
  expect(await ended()).toMatchObject([{ status: 'CANCELLED' }]);
});

test('a cancel-all stops calls from its mark on, also of executions that are not closed yet (D-944)', async () => {
  await setup.givenCall();
  setup.replyWith(status(500));
  await start();

  await setup.rows('update workflows set cancelled_through = now() where project_id = $1');
  await setup.passPause();

  expect(setup.requests()).toHaveLength(1);
  expect(await calls()).toEqual([]);
  expect(await ended()).toMatchObject([{ status: 'CANCELLED', exit_reason: 'cancelled_all' }]);
});

test('the reply to a call whose execution was cancelled meanwhile changes nothing', async () => {
  const replies = holdReplies();
  await setup.givenCall();
  await setup.track('signup');
  expect(await until(() => replies.held.length === 1)).toBe(true);

  await cancel();
  replies.letGo();
  await setup.app.settle();

  expect(await ended()).toMatchObject([{ status: 'CANCELLED' }]);
  expect(await setup.rows(`select status from step_executions where project_id = $1 and type = 'WEBHOOK'`)).toEqual([
    { status: 'SKIPPED' },
  ]);
  expect(await calls()).toEqual([]);
});

test('a worker that lost its call writes nothing; the next one calls with the same id', async () => {
  const replies = holdReplies();
  await setup.givenCall();
  await setup.track('signup');
  expect(await until(() => replies.held.length === 1)).toBe(true);

  await setup.rows('update workflow_calls set fence = gen_random_uuid() where project_id = $1');
  replies.letGo();
  const { rows } = await setup.sql.query('select open, updated_at from executions where project_id = $1', [
    setup.project.id,
  ]);
  expect(rows).toMatchObject([{ open: { status: 'RUNNING' } }]);
  await setup.rows(
    `update workflow_calls set lease_until = null, due_at = now() - interval '1 second' where project_id = $1`,
  );
  await setup.app.settle();

  expect(ids()).toHaveLength(2);
  expect(new Set(ids()).size).toBe(1);
  expect(setup.requests().map(({ headers }) => headers['webhook-attempt'])).toEqual(['1', '1']);
  expect(await ended()).toMatchObject([{ status: 'COMPLETED' }]);
});

test('calls of a disabled project are set aside, and made once it is enabled again (D-928)', async () => {
  await setup.givenCall();
  setup.replyWith(status(500));
  await start();
  const disable = (reason: string | null) =>
    setup.sql.query('update projects set disabled_reason = $2 where id = $1', [setup.project.id, reason]);

  await disable('MANUAL');
  await setup.passPause();
  expect(await calls()).toMatchObject([{ due_at: Number.POSITIVE_INFINITY }]);
  await runSchedule(setup.app, 'workflows.find-released-calls');
  await setup.app.settle();
  expect(setup.requests()).toHaveLength(1);

  setup.replyWith(status(200));
  await disable(null);
  await runSchedule(setup.app, 'workflows.find-released-calls');
  await setup.app.settle();
  expect(setup.requests()).toHaveLength(2);
  expect(await ended()).toMatchObject([{ status: 'COMPLETED' }]);
});

test('the request of a deleted contact is deleted with it (D-947)', async () => {
  await setup.givenCall();
  setup.replyWith(status(500));
  await start();
  const [contact] = await setup.rows('select id from contacts where project_id = $1');
  const contactId = contact?.id as ContactId; // the only one

  expect(await setup.api.delete(`/contacts/${contactId}`)).toMatchObject({ status: 204 });

  expect(await calls()).toEqual([]);
});

test('while the secret cannot be opened calls wait, and no attempt is counted', async () => {
  await setup.givenCall();
  await setup.sql.query(
    `insert into webhook_secrets (project_id, secret, created_at) values ($1, 'v2-000000000000.a.b.c', now())`,
    [setup.project.id],
  );

  await start();

  expect(setup.requests()).toEqual([]);
  expect(await setup.rows('select open from executions where project_id = $1')).toMatchObject([
    { open: { status: 'RUNNING' } },
  ]);
  await setup.rows('delete from webhook_secrets where project_id = $1');
  await setup.passPause();
  expect(setup.requests()).toHaveLength(1);
});

test('a call that fails again and again by itself ends its step, between two attempts as well (D-941)', async () => {
  await setup.givenCall({ onFailure: 'continue' }, { type: 'EXIT', config: { reason: 'went on' } });
  setup.replyWith(status(500));
  await start();
  const ring = keyRing(setup.app.app.services.config, 'webhook-secrets');
  await setup.rows(
    'update webhook_secrets set secret = $2 where project_id = $1',
    seal(ring, 'none', `project:${setup.project.id}`),
  );

  await setup.passPause();
  expect(await ended()).toEqual([]);
  await setup.rows('update workflow_calls set claims = 5 where project_id = $1');
  await setup.passPause();

  expect(setup.requests()).toHaveLength(1);
  expect(await ended()).toMatchObject([{ status: 'EXITED', exit_reason: 'went on' }]);
});

test('calls go with their project', async () => {
  await setup.givenCall();
  setup.replyWith(status(500));
  await start();

  await setup.project.owner.client.delete(`/users/@me/projects/${setup.project.id}`);
  await setup.app.settle();

  expect(await calls()).toEqual([]);
});
