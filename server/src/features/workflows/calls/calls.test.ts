import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { signWebhook } from '#pure/webhook-signature';
import { type CallSetup, startCallSetup, status, urlOf } from '#testing/call-setup';
import type { GivenStep } from '#testing/workflow-setup';
import { executionsSpool } from '../executions/spool.ts';
import { workflowCalls } from './calls-spool.ts';

let setup: CallSetup;

beforeAll(async () => {
  setup = await startCallSetup(inject('templateDatabase'), [executionsSpool, workflowCalls]);
});
afterAll(() => setup.close());
beforeEach(() => setup.renew());

const calls = () => setup.rows('select id, url, due_at, lease_until from workflow_calls where project_id = $1');
const active = () => setup.rows('select status, open, due_at from executions where project_id = $1');
const ended = () => setup.rows('select status, exit_reason, context from finished_executions where project_id = $1');
const step = async () =>
  (
    await setup.rows(
      `select id, status, attempt, output, error from step_executions where project_id = $1 and type = 'WEBHOOK'`,
    )
  )[0];
const start = async (data: object = { amount: 42 }): Promise<void> => {
  await setup.track('signup', { data });
  await setup.app.settle();
};
const exit: GivenStep = { type: 'EXIT', config: { reason: 'done' } };

describe('a call of a WEBHOOK step', () => {
  test('has the default payload and a signature that its receiver can check; the execution goes on (D-915, D-916)', async () => {
    const workflowId = await setup.givenCall({}, exit);
    await setup.api.post('/contacts', { email: 'ada@example.com', data: { plan: 'pro' } });

    await start();

    const [request, ...others] = setup.requests();
    expect(others).toEqual([]);
    const payload = JSON.parse(request?.body ?? '');
    expect(payload).toMatchObject({
      type: 'workflow.webhook',
      contact: { email: 'ada@example.com', subscribed: true, data: { plan: 'pro' } },
      workflow: { id: workflowId, name: 'Journey' },
      step: { name: 'Tell CRM' },
      event: { amount: 42 },
    });
    expect(request).toMatchObject({ method: 'POST', path: '/hook' });
    expect(request?.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-attempt': '1' });
    expect(request?.headers['user-agent']).toMatch(/^Postrider\/\d+\.\d+\.\d+/);
    const { secret } = (await setup.project.owner.client.get(`/projects/${setup.project.id}/webhook-secret`)).body;
    const sentAt = new Date(Number(request?.headers['webhook-timestamp']) * 1_000);
    const id = String(request?.headers['webhook-id']);
    expect(request?.headers).toMatchObject(signWebhook({ id, sentAt, body: request?.body ?? '', secrets: [secret] }));

    expect(await step()).toMatchObject({
      ...{ id, status: 'COMPLETED', attempt: 1 },
      output: { url: urlOf(setup), method: 'POST', statusCode: 200, success: true, attempts: 1 },
    });
    expect(await ended()).toMatchObject([{ status: 'EXITED' }]);
    expect(await calls()).toEqual([]);
  });

  test('is signed with both secrets for a day after a rotation', async () => {
    const path = `/projects/${setup.project.id}/webhook-secret`;
    const { owner } = setup.project;
    const before = (await owner.client.get(path)).body.secret;
    const after = (await owner.client.post(`${path}/rotate`)).body.secret;
    await setup.givenCall();

    await start();

    const [request] = setup.requests();
    const sentAt = new Date(Number(request?.headers['webhook-timestamp']) * 1_000);
    const given = { id: String(request?.headers['webhook-id']), sentAt, body: request?.body ?? '' };
    expect(request?.headers['webhook-signature']).toBe(
      [after, before].map((secret) => signWebhook({ ...given, secrets: [secret] })['webhook-signature']).join(' '),
    );
  });

  test('is made once and sent again as it was, with the same id, until it succeeds (D-938, D-917)', async () => {
    await setup.givenCall({ url: urlOf(setup, '/{{ plan }}'), headers: { 'x-plan': '{{ plan }}' } }, exit);
    await setup.api.post('/contacts', { email: 'ada@example.com', data: { plan: 'pro' } });
    setup.replyWith(status(500));

    await start();

    const [waiting] = await active();
    expect(waiting).toMatchObject({ status: 'WAITING', open: { status: 'SCHEDULED' } });
    expect(waiting?.due_at).toBe(Number.POSITIVE_INFINITY);
    await setup.api.post('/contacts', { email: 'ada@example.com', data: { plan: 'free' } });
    setup.replyWith((_request, response) => void response.destroy());
    await setup.passPause();
    setup.replyWith(status(200));
    await setup.passPause();

    const requests = setup.requests();
    expect(requests.map(({ headers }) => headers['webhook-attempt'])).toEqual(['1', '2', '3']);
    const same = requests.map(({ path, body, headers }) => ({
      ...{ path, body, id: headers['webhook-id'], plan: headers['x-plan'] },
    }));
    expect(same).toEqual(Array(3).fill({ ...same[0], path: '/pro', plan: 'pro' }));
    expect(await step()).toMatchObject({ status: 'COMPLETED', attempt: 3, output: { attempts: 3, success: true } });
    expect(await ended()).toMatchObject([{ status: 'EXITED' }]);
  });

  test('waits 10 s ± 20 %, or as long as Retry-After says (D-917)', async () => {
    await setup.givenCall();
    const pause = async () => {
      const [row] = await setup.rows(
        `select extract(epoch from c.due_at - x.updated_at)::float as seconds from workflow_calls c
           join executions x using (project_id) where project_id = $1`,
      );
      return Number(row?.seconds);
    };
    setup.replyWith(status(503));
    await start();
    const own = await pause();
    setup.replyWith(status(429, { 'retry-after': '200' }));
    await setup.passPause();
    const asked = await pause();

    expect(own).toBeGreaterThanOrEqual(7.9);
    expect(own).toBeLessThanOrEqual(12.1);
    expect(Math.round(asked)).toBe(200);
  });

  test.each([
    ['fail', 'FAILED', { status: 'FAILED', exit_reason: 'step_failed' }],
    ['continue', 'COMPLETED', { status: 'EXITED', exit_reason: 'done' }],
  ])('after five attempts onFailure decides: %s', async (onFailure, stepStatus, execution) => {
    await setup.givenCall({ onFailure }, exit);
    setup.replyWith(status(500));

    await start();
    for (let attempt = 2; attempt <= 5; attempt += 1) await setup.passPause();

    expect(setup.requests()).toHaveLength(5);
    expect(await step()).toMatchObject({
      ...{ status: stepStatus, attempt: 5 },
      output: { statusCode: 500, success: false, attempts: 5, error: { code: 'WEBHOOK_FAILED' } },
    });
    expect(await ended()).toMatchObject([execution]);
    expect(await calls()).toEqual([]);
  });

  test.each([301, 400, 404, 410])('%d is final at once', async (code) => {
    await setup.givenCall();
    setup.replyWith(status(code, { location: urlOf(setup, '/elsewhere') }));

    await start();

    expect(setup.requests()).toHaveLength(1);
    expect(await ended()).toMatchObject([{ status: 'FAILED' }]);
  });

  test.each(['https://169.254.169.254/latest', 'https://127.0.0.1:8443/', 'http://127.0.0.1:22/'])(
    '%s may not be called, and the step ends at once',
    async (url) => {
      await setup.givenCall({ url, onFailure: 'continue' }, exit);
      const before = setup.target.connections;

      await start();

      expect(setup.target.connections).toBe(before);
      expect(await step()).toMatchObject({ output: { success: false, statusCode: null, attempts: 1 } });
      expect(await ended()).toMatchObject([{ status: 'EXITED' }]);
    },
  );

  test('a request that cannot be made ends the step, and onFailure decides (D-917)', async () => {
    await setup.givenCall({ url: urlOf(setup, '/{{ long }}'), onFailure: 'continue' }, exit);

    await start({ long: 'x'.repeat(3_000) });

    expect(setup.requests()).toEqual([]);
    const error = { code: 'WEBHOOK_FAILED', message: 'The address is longer than 2048 characters.' };
    expect(await step()).toMatchObject({ output: { success: false, error } });
    expect(await ended()).toMatchObject([{ status: 'EXITED' }]);
  });

  test('saveAs gives the reply to later steps (D-939)', async () => {
    await setup.givenCall(
      { saveAs: 'crm' },
      { type: 'UPDATE_CONTACT', config: { data: { crmId: '{{ event.crm.id }}' } } },
    );
    setup.replyWith(status(200, {}, '{"id":7}'));

    await start();

    expect(await ended()).toMatchObject([{ status: 'COMPLETED', context: { amount: 42, crm: { id: 7 } } }]);
    expect(await setup.rows('select data from contacts where project_id = $1')).toMatchObject([
      { data: { crmId: '7' } },
    ]);
  });

  test('an event that the call causes ends a wait behind it (D-934)', async () => {
    await setup.givenCall({}, { type: 'WAIT_FOR_EVENT', config: { eventName: 'paid', timeout: 600 } }, exit);
    setup.replyWith((_request, response) => {
      setup.track('paid').then(
        () => response.writeHead(200).end('{}'),
        () => response.destroy(),
      );
    });

    await start();

    expect(await ended()).toMatchObject([{ status: 'EXITED' }]);
  });
});
