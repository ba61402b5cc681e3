import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { projectEndpoint, projectEndpointWithBody } from '../conventions/project-endpoint.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import { entry, it } from '../entry.ts';
import { newTemplate } from '../templates/new-template.ts';
import { answered, answeredWhole, refused } from '../world/expect.ts';
import { enabledWorkflow, executionsPath, started } from './new-execution.ts';
import {
  aCondition,
  aDelay,
  addSteps,
  anExit,
  connect,
  idInPath,
  newWorkflow,
  readWorkflow,
  requestOf,
  ways,
} from './new-workflow.ts';
import { triggerCases } from './triggers.ts';

const getSubject = { endpoint: 'GET /workflows/:id', status: 200, request: requestOf() } as const;
const patchSubject = {
  endpoint: 'PATCH /workflows/:id',
  status: 200,
  request: requestOf('', { name: 'New' }),
} as const;
const deleteSubject = { endpoint: 'DELETE /workflows/:id', status: 204, request: requestOf() } as const;
const duplicateSubject = {
  endpoint: 'POST /workflows/:id/duplicate',
  status: 201,
  request: requestOf('/duplicate'),
} as const;

export const getWorkflow = entry(
  'GET /workflows/:id',
  projectEndpoint(getSubject),
  unknownIds(getSubject, idInPath),
  it('shows the trigger first, then steps by creation, each with its own transitions (D-905)', async (world) => {
    const owner = await world.own();
    const { id } = await newWorkflow(owner);
    const [condition, wait, exit] = await addSteps(owner, id, aCondition, { ...aDelay, name: 'Wait' }, anExit);
    await connect(owner, id, condition, wait, 'yes');
    await connect(owner, id, condition, exit, 'no');
    const workflow = await readWorkflow(owner, id);
    assert.deepEqual(
      workflow.steps.map(({ name }) => name),
      ['Trigger', 'Condition', 'Wait', 'Exit'],
    );
    assert.deepEqual(ways(workflow), ['Condition → Exit (no)', 'Condition → Wait (yes)', 'Trigger → Condition']);
    for (const step of workflow.steps) {
      const { transitions } = workflow;
      assert.deepEqual(
        step.outgoingTransitions,
        transitions.filter(({ fromStepId }) => fromStepId === step.id),
      );
      assert.deepEqual(
        step.incomingTransitions,
        transitions.filter(({ toStepId }) => toStepId === step.id),
      );
    }
  }),
  it('lists what is wrong with the steps that are reached', async (world) => {
    const owner = await world.own();
    const { id } = await newWorkflow(owner);
    const [condition] = await addSteps(owner, id, aCondition);
    const template = await newTemplate(owner, { from: null });
    const [mail, loose] = await addSteps(owner, id, { type: 'SEND_EMAIL', templateId: template.id }, { type: 'DELAY' });
    await connect(owner, id, condition, mail, 'yes');
    const { problems } = await readWorkflow(owner, id);
    assert.deepEqual(
      problems.map(({ level, stepId, code }) => [level, stepId, code]),
      [
        ['warning', condition?.id, 'BRANCH_OPEN'],
        ['error', mail?.id, 'SENDER_MISSING'],
        ['warning', loose?.id, 'STEP_UNREACHABLE'],
      ],
    );
  }),
);

export const patchWorkflow = entry(
  'PATCH /workflows/:id',
  projectEndpointWithBody(patchSubject),
  unknownIds(patchSubject, idInPath),
  it('changes only what is given, and the version only with the meaning (D-906)', async (world) => {
    const owner = await world.own();
    const before = await newWorkflow(owner, { description: 'D' });
    const named = await owner.key.patch(`/workflows/${before.id}`, { name: 'New', description: null });
    const { updatedAt } = named.body;
    assert.ok(updatedAt > before.updatedAt);
    answeredWhole(named, 200, { ...before, name: 'New', description: null, updatedAt });
    const triggered = await owner.key.patch(`/workflows/${before.id}`, { triggerConfig: { eventName: 'bought' } });
    answered(triggered, 200, { version: before.version + 1, triggerConfig: { eventName: 'bought' } });
    assert.deepEqual(triggered.body.steps[0].config, { eventName: 'bought' });
    answeredWhole(await owner.key.get(`/workflows/${before.id}`), 200, triggered.body);
  }),
  it('changes nothing for an empty body, or the same values', async (world) => {
    const owner = await world.own();
    const before = await newWorkflow(owner);
    for (const body of [undefined, {}, { name: null }, { name: before.name, enabled: false, triggerType: 'EVENT' }]) {
      answeredWhole(await owner.key.patch(`/workflows/${before.id}`, body), 200, before);
    }
  }),
  triggerCases,
  it('is enabled when nothing is missing, and then kept complete (D-911)', async (world) => {
    const owner = await world.own();
    const { id } = await newWorkflow(owner);
    const [delay] = await addSteps(owner, id, { type: 'DELAY' });
    const reply = await owner.key.patch(`/workflows/${id}`, { enabled: true });
    refused(reply, 400, 'WORKFLOW_NOT_READY', {
      problems: [{ level: 'error', stepId: delay?.id, code: 'STEP_INCOMPLETE' }],
    });
    const path = `/workflows/${id}/steps/${delay?.id}`;
    answered(await owner.key.patch(path, { config: aDelay.config }), 200);
    answered(await owner.key.patch(`/workflows/${id}`, { enabled: true }), 200, { enabled: true });
    refused(await owner.key.patch(path, { config: {} }), 400, 'WORKFLOW_NOT_READY');
    const schedule = { triggerType: 'SCHEDULE', triggerConfig: { schedule: '0 9 * * *' } };
    refused(await owner.key.patch(`/workflows/${id}`, schedule), 400, 'WORKFLOW_NOT_READY', {
      problems: [{ code: 'SCHEDULE_INCOMPLETE' }],
    });
    answered(await owner.key.patch(`/workflows/${id}`, { enabled: false, ...schedule }), 200, { enabled: false });
  }),
  it('is enabled and changed whatever it is warned of (D-911)', async (world) => {
    const owner = await world.own();
    const { id } = await newWorkflow(owner);
    const codes = (body: { problems: { level: string; code: string }[] }) =>
      body.problems.map(({ level, code }) => `${level} ${code}`);
    const empty = await owner.key.patch(`/workflows/${id}`, { enabled: true });
    answered(empty, 200, { enabled: true });
    assert.deepEqual(codes(empty.body), ['warning NO_STEPS']);
    await addSteps(owner, id, aCondition, aDelay);
    assert.deepEqual(codes(await readWorkflow(owner, id)), ['warning BRANCH_OPEN', 'warning STEP_UNREACHABLE']);
    answered(await owner.key.get(`/workflows/${id}`), 200, { enabled: true });
  }),
);

export const deleteWorkflow = entry(
  'DELETE /workflows/:id',
  projectEndpoint(deleteSubject),
  unknownIds(deleteSubject, idInPath),
  it('removes it at once, with its steps', async (world) => {
    const owner = await world.own();
    const template = await newTemplate(owner);
    const { id } = await newWorkflow(owner);
    await addSteps(owner, id, { type: 'SEND_EMAIL', templateId: template.id });
    refused(await owner.key.delete(`/templates/${template.id}`), 409, 'TEMPLATE_IN_USE');
    answered(await owner.key.delete(`/workflows/${id}`), 204);
    refused(await owner.key.get(`/workflows/${id}`), 404, 'WORKFLOW_NOT_FOUND', { resource: 'workflow', id });
    refused(await owner.key.delete(`/workflows/${id}`), 404, 'WORKFLOW_NOT_FOUND');
    answered(await owner.key.delete(`/templates/${template.id}`), 204);
  }),
  it('keeps one that contacts are in, until their executions have ended', async (world) => {
    const owner = await world.own();
    const { id } = await enabledWorkflow(owner, {}, aDelay);
    const execution = await started(owner, id);
    await started(owner, id);
    refused(await owner.key.delete(`/workflows/${id}`), 409, 'WORKFLOW_ACTIVE_EXECUTIONS', { active: 2 });
    answered(await owner.key.delete(executionsPath(id, `/${execution.id}`)), 200);
    refused(await owner.key.delete(`/workflows/${id}`), 409, 'WORKFLOW_ACTIVE_EXECUTIONS', { active: 1 });
    answered(await owner.key.post(executionsPath(id, '/cancel-all')), 200);
    answered(await owner.key.delete(`/workflows/${id}`), 204);
    refused(await owner.key.get(executionsPath(id)), 404, 'WORKFLOW_NOT_FOUND');
    refused(await owner.key.get(executionsPath(id, `/${execution.id}`)), 404, 'WORKFLOW_NOT_FOUND');
  }),
);

export const duplicateWorkflow = entry(
  'POST /workflows/:id/duplicate',
  projectEndpoint(duplicateSubject),
  unknownIds(duplicateSubject, idInPath),
  it('copies trigger, steps and transitions with new ids, disabled', async (world) => {
    const owner = await world.own();
    const { id } = await newWorkflow(owner, { allowReentry: true, description: 'D' });
    const [condition, exit] = await addSteps(owner, id, aCondition, { ...anExit, position: { x: 5, y: -7.5 } });
    await connect(owner, id, condition, exit, 'no');
    answered(await owner.key.patch(`/workflows/${id}`, { enabled: true }), 200);
    const original = await readWorkflow(owner, id);
    const reply = await owner.key.post(`/workflows/${id}/duplicate`);
    answered(reply, 201, {
      name: 'Onboarding (Copy)',
      enabled: false,
      allowReentry: true,
      description: 'D',
      version: 1,
    });
    assert.deepEqual(ways(reply.body), ways(original));
    const ids = new Set(
      [original, reply.body].flatMap(({ steps, transitions }) => [...steps, ...transitions]).map((part) => part.id),
    );
    assert.equal(ids.size, 2 * (original.steps.length + original.transitions.length));
    const looks = (workflow: typeof original) =>
      workflow.steps.map(({ type, name, config, ...step }) => ({
        type,
        name,
        config,
        position: Reflect.get(step, 'position'),
      }));
    assert.deepEqual(looks(reply.body), looks(original));
    refused(await owner.key.post(`/workflows/${randomUUID()}/duplicate`), 404, 'WORKFLOW_NOT_FOUND');
  }),
);
