import assert from 'node:assert/strict';
import { newContact } from '../contacts/new-contact.ts';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import { entry, it } from '../entry.ts';
import { answered, answeredWhole, isInstant, isUuid7, refused } from '../world/expect.ts';
import { newEmail } from '../world/people.ts';
import {
  enabledWorkflow,
  executionInPath,
  executionsPath,
  ofExecution,
  started,
  untilExecution,
  untilStatus,
  without,
} from './new-execution.ts';
import { aCondition, aDelay, addSteps, anExit, connect, newWorkflow } from './new-workflow.ts';

const path = '/workflows/:id/executions/:executionId';
const getSubject = { endpoint: `GET ${path}`, status: 200, request: ofExecution } as const;
const deleteSubject = { endpoint: `DELETE ${path}`, status: 200, request: ofExecution } as const;
const aWait = { type: 'WAIT_FOR_EVENT', config: { eventName: 'paid', timeout: 3_600 } };

export const getExecution = entry(
  `GET ${path}`,
  projectEndpoint(getSubject),
  unknownIds(getSubject, executionInPath),
  it('shows what started it, where it is, its steps in order and the graph on which it runs', async (world) => {
    const owner = await world.own();
    const { id, steps } = await enabledWorkflow(owner, { eventName: 'shown' }, { ...aDelay, name: 'Wait 2 days' });
    const email = newEmail('shown');
    const tracked = await owner.key.post('/events/track', { email, event: 'shown', data: { plan: 'pro' } });
    answered(tracked, 200);
    const [{ id: executionId }] = (await owner.key.get(executionsPath(id))).body.data;
    const body = await untilStatus(owner, id, executionId, 'WAITING');
    const workflow = (await owner.key.get(`/workflows/${id}`)).body;
    const [trigger, delay] = body.stepExecutions;
    const resumeAt = body.dueAt;
    isInstant(resumeAt);
    for (const each of [trigger, delay]) isUuid7(each.id);
    const currentStep = { id: steps[0]?.id, name: 'Wait 2 days', type: 'DELAY' };
    const reply = await owner.key.get(executionsPath(id, `/${executionId}`));
    const contactId = tracked.body.data.contact;
    answeredWhole(reply, 200, {
      id: executionId,
      workflowId: id,
      workflowVersion: workflow.version,
      contactId,
      status: 'WAITING',
      currentStepId: steps[0]?.id,
      dueAt: resumeAt,
      waitingFor: null,
      exitReason: null,
      context: { plan: 'pro' },
      trigger: { type: 'EVENT', eventId: tracked.body.data.event, eventName: 'shown', scheduledAt: null },
      key: null,
      startedAt: body.startedAt,
      completedAt: null,
      createdAt: body.startedAt,
      updatedAt: body.updatedAt,
      workflow: { id, name: workflow.name },
      contact: { id: contactId, email },
      currentStep,
      stepExecutions: [
        {
          ...trigger,
          executionId,
          step: { id: workflow.steps[0].id, name: 'Trigger', type: 'TRIGGER' },
          status: 'COMPLETED',
          attempt: 1,
          output: {},
          error: null,
        },
        {
          id: delay.id,
          executionId,
          stepId: steps[0]?.id,
          step: currentStep,
          status: 'SCHEDULED',
          scheduledFor: null,
          executeAfter: resumeAt,
          attempt: 1,
          output: { delayAmount: 2, delayUnit: 'days', resumeAt },
          error: null,
          startedAt: delay.startedAt,
          completedAt: null,
        },
      ],
      snapshot: {
        steps: workflow.steps.map(({ id: stepId, type, name, config, templateId }: Record<string, unknown>) => ({
          ...{ id: stepId, type, name, config, templateId },
        })),
        transitions: workflow.transitions.map(
          ({ id: transitionId, fromStepId, toStepId, branch, automatic }: Record<string, unknown>) => ({
            ...{ id: transitionId, fromStepId, toStepId, branch, automatic },
          }),
        ),
      },
    });
  }),
  it('names the event that it waits for, and goes on with it', async (world) => {
    const owner = await world.own();
    const { id } = await enabledWorkflow(owner, {}, aWait, { ...anExit, config: { reason: 'paid' } });
    const contact = await newContact(owner, { email: newEmail('waits') });
    const { id: executionId } = await started(owner, id, { contactId: contact.id, context: { a: 1 } });
    const waiting = await untilStatus(owner, id, executionId, 'WAITING');
    assert.equal(waiting.waitingFor, 'paid');
    assert.equal(waiting.stepExecutions[1].scheduledFor, waiting.dueAt);
    await owner.key.post('/events/track', { email: contact.email, event: 'paid', data: { amount: 42 } });
    const ended = await untilStatus(owner, id, executionId, 'EXITED');
    const { exitReason, context, dueAt, waitingFor, stepExecutions, completedAt } = ended;
    assert.deepEqual(
      { exitReason, context, dueAt, waitingFor },
      {
        ...{ exitReason: 'paid', context: { a: 1, amount: 42 }, dueAt: null, waitingFor: null },
      },
    );
    isInstant(completedAt);
    assert.deepEqual(
      stepExecutions.map((each: { status: string }) => each.status),
      ['COMPLETED', 'COMPLETED', 'COMPLETED'],
    );
  }),
  it('ends COMPLETED where nothing follows, and FAILED with the error of its step', async (world) => {
    const owner = await world.own();
    const { id } = await newWorkflow(owner);
    const [condition] = await addSteps(owner, id, aCondition);
    answered(await owner.key.patch(`/workflows/${id}`, { enabled: true }), 200);
    const completed = await untilStatus(owner, id, (await started(owner, id)).id, 'COMPLETED');
    assert.equal(completed.stepExecutions[1].output.branch, 'no');
    const [broken] = await addSteps(owner, id, {
      type: 'UPDATE_CONTACT',
      config: { updates: { big: '{{ event.big }}' } },
    });
    await connect(owner, id, condition, broken, 'no');
    const context = { big: 'x'.repeat(65_000), more: 'y' };
    const email = newEmail('full');
    await newContact(owner, { email, data: { other: 'z'.repeat(2_000) } });
    const failed = await untilStatus(owner, id, (await started(owner, id, { email, context })).id, 'FAILED');
    assert.equal(failed.exitReason, 'step_failed');
    const last = failed.stepExecutions.at(-1);
    assert.deepEqual([last.status, typeof last.error.code, typeof last.error.message], ['FAILED', 'string', 'string']);
    const [{ _count }] = (await owner.key.get('/workflows?pageSize=1')).body.data;
    assert.deepEqual(_count, { steps: 2, executions: 2, activeExecutions: 0, running: 0, waiting: 0, failed24h: 1 });
  }),
  it('forgets a contact that is deleted (D-947)', async (world) => {
    const owner = await world.own();
    const { id } = await enabledWorkflow(owner, {}, aDelay);
    const execution = await started(owner, id, { context: { secret: 1 } });
    await untilStatus(owner, id, execution.id, 'WAITING');
    answered(await owner.key.delete(`/contacts/${execution.contactId}`), 204);
    const body = await untilStatus(owner, id, execution.id, 'CANCELLED');
    const { exitReason, contactId, contact, context, stepExecutions } = body;
    assert.deepEqual(
      { exitReason, contactId, contact, context },
      {
        ...{ exitReason: 'contact_deleted', contactId: null, contact: null, context: null },
      },
    );
    assert.deepEqual(
      stepExecutions.map((each: { status: string; output: unknown }) => [each.status, each.output]),
      [
        ['COMPLETED', null],
        ['SKIPPED', null],
      ],
    );
  }),
  it('does not find an execution in another workflow', async (world) => {
    const owner = await world.own();
    const { id } = await enabledWorkflow(owner, {}, aDelay);
    const { id: executionId } = await started(owner, id);
    const other = await newWorkflow(owner);
    const details = { resource: 'execution', id: executionId };
    const elsewhere = executionsPath(other.id, `/${executionId}`);
    refused(await owner.key.get(elsewhere), 404, 'RESOURCE_NOT_FOUND', details);
    refused(await owner.key.delete(elsewhere), 404, 'RESOURCE_NOT_FOUND', details);
  }),
);

export const deleteExecution = entry(
  `DELETE ${path}`,
  projectEndpoint(deleteSubject),
  unknownIds(deleteSubject, executionInPath),
  it('ends it as CANCELLED and skips its step; a second time is refused', async (world) => {
    const owner = await world.own();
    const { id } = await enabledWorkflow(owner, {}, aWait);
    const { id: executionId } = await started(owner, id, { context: { a: 1 } });
    const waiting = await untilStatus(owner, id, executionId, 'WAITING');
    const reply = await owner.key.delete(executionsPath(id, `/${executionId}`));
    const { completedAt } = reply.body;
    isInstant(completedAt);
    const record = without(waiting, 'workflow', 'contact', 'currentStep', 'stepExecutions', 'snapshot');
    const ended = { status: 'CANCELLED', exitReason: 'cancelled', dueAt: null, waitingFor: null };
    answeredWhole(reply, 200, { ...record, ...ended, completedAt, updatedAt: completedAt });
    const body = await untilExecution(owner, id, executionId, () => true);
    assert.equal(body.stepExecutions.at(-1).status, 'SKIPPED');
    refused(await owner.key.delete(executionsPath(id, `/${executionId}`)), 409, 'EXECUTION_FINISHED', {
      status: 'CANCELLED',
    });
  }),
  it('refuses one that has ended by itself', async (world) => {
    const owner = await world.own();
    const { id } = await enabledWorkflow(owner, {}, anExit);
    const { id: executionId } = await started(owner, id);
    await untilStatus(owner, id, executionId, 'EXITED');
    refused(await owner.key.delete(executionsPath(id, `/${executionId}`)), 409, 'EXECUTION_FINISHED', {
      status: 'EXITED',
    });
  }),
);
