import assert from 'node:assert/strict';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import { entry, it } from '../entry.ts';
import { newTemplate } from '../templates/new-template.ts';
import { answered, answeredWhole, refused } from '../world/expect.ts';
import { enabledWorkflow, executionsPath, started, untilStatus } from './new-execution.ts';
import { aDelay, anExit, idInPath, requestOf } from './new-workflow.ts';

const subject = {
  endpoint: 'POST /workflows/:id/executions/cancel-all',
  status: 200,
  request: requestOf('/executions/cancel-all'),
} as const;

const countsSubject = {
  endpoint: 'GET /workflows/:id/step-counts',
  status: 200,
  request: requestOf('/step-counts'),
} as const;

export const cancelAllExecutions = entry(
  'POST /workflows/:id/executions/cancel-all',
  projectEndpoint(subject),
  unknownIds(subject, idInPath),
  it('cancels what is active, counts it, and lets contacts enter again at once', async (world) => {
    const owner = await world.own();
    const { id } = await enabledWorkflow(owner, {}, aDelay);
    const cancelAll = () => owner.key.post(executionsPath(id, '/cancel-all'));
    answeredWhole(await cancelAll(), 200, { cancelled: 0 });
    const executions = [await started(owner, id), await started(owner, id), await started(owner, id)];
    await untilStatus(owner, id, executions[0]?.id ?? '', 'WAITING');
    answeredWhole(await cancelAll(), 200, { cancelled: 3 });
    for (const execution of executions) {
      answered(await owner.key.get(executionsPath(id, `/${execution.id}`)), 200, {
        ...{ status: 'CANCELLED', exitReason: 'cancelled_all' },
      });
    }
    await started(owner, id, { contactId: executions[0]?.contactId });
    answered(await owner.key.get(executionsPath(id, '?status=CANCELLED')), 200, { total: 3 });
    answeredWhole(await cancelAll(), 200, { cancelled: 1 });
  }),
  it('leaves executions that have ended, and those of other workflows', async (world) => {
    const owner = await world.own();
    const [waits, ends] = [await enabledWorkflow(owner, {}, aDelay), await enabledWorkflow(owner, {}, anExit)];
    const [waiting, ended] = [await started(owner, waits.id), await started(owner, ends.id)];
    await untilStatus(owner, ends.id, ended.id, 'EXITED');
    answeredWhole(await owner.key.post(executionsPath(ends.id, '/cancel-all')), 200, { cancelled: 0 });
    await untilStatus(owner, waits.id, waiting.id, 'WAITING');
  }),
  it('frees templates that only active executions needed (D-506)', async (world) => {
    const owner = await world.own();
    const template = await newTemplate(owner, { from: 'hello@postrider.test' });
    const mail = { type: 'SEND_EMAIL', templateId: template.id };
    const { id, steps } = await enabledWorkflow(owner, {}, aDelay, mail);
    await started(owner, id);
    answered(await owner.key.delete(`/workflows/${id}/steps/${steps[1]?.id}`), 204);
    refused(await owner.key.delete(`/templates/${template.id}`), 409, 'TEMPLATE_IN_USE', {
      workflowSteps: [{ id: steps[1]?.id, workflowId: id }],
    });
    answeredWhole(await owner.key.post(executionsPath(id, '/cancel-all')), 200, { cancelled: 1 });
    answered(await owner.key.delete(`/templates/${template.id}`), 204);
  }),
);

export const stepCounts = entry(
  'GET /workflows/:id/step-counts',
  projectEndpoint(countsSubject),
  unknownIds(countsSubject, idInPath),
  it('counts for each step who came, is there, went on, failed and was cancelled; also in lists', async (world) => {
    const owner = await world.own();
    const { id, steps } = await enabledWorkflow(owner, {}, aDelay, anExit);
    const triggerId = (await owner.key.get(`/workflows/${id}`)).body.steps[0].id;
    const none = { entered: 0, active: 0, completed: 0, failed: 0, skipped: 0 };
    const stepIds = [triggerId, ...steps.map((step) => step.id)];
    answeredWhole(await owner.key.get(`/workflows/${id}/step-counts`), 200, {
      data: stepIds.map((stepId) => ({ stepId, ...none })),
    });
    const [first, second] = [await started(owner, id), await started(owner, id)];
    for (const execution of [first, second]) await untilStatus(owner, id, execution.id, 'WAITING');
    answered(await owner.key.delete(executionsPath(id, `/${first.id}`)), 200);
    answeredWhole(await owner.key.get(`/workflows/${id}/step-counts`), 200, {
      data: [
        { stepId: triggerId, ...none, entered: 2, completed: 2 },
        { stepId: steps[0]?.id, ...none, entered: 2, active: 1, skipped: 1 },
        { stepId: steps[1]?.id, ...none },
      ],
    });
    const { version, activeByVersion } = (await owner.key.get(`/workflows/${id}`)).body;
    assert.deepEqual(activeByVersion, [{ version, count: 1 }]);
    const [{ _count }] = (await owner.key.get('/workflows?pageSize=1')).body.data;
    assert.deepEqual(_count, { steps: 2, executions: 2, activeExecutions: 1, running: 0, waiting: 1, failed24h: 0 });
    answered(await owner.key.delete(`/workflows/${id}/steps/${steps[1]?.id}`), 204);
    assert.equal((await owner.key.get(`/workflows/${id}/step-counts`)).body.data.length, 2);
  }),
);
