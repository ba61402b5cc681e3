import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { projectEndpoint, projectEndpointWithBody } from '../conventions/project-endpoint.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import { entry, it } from '../entry.ts';
import { newTemplate } from '../templates/new-template.ts';
import { answered, answeredWhole, invalid, refused } from '../world/expect.ts';
import type { Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';
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
  stranger,
  ways,
} from './new-workflow.ts';
import { configCases } from './step-configs.ts';

const addSubject = {
  endpoint: 'POST /workflows/:id/steps',
  status: 201,
  request: requestOf('/steps', { ...aDelay }),
} as const;

const stepRequest = (body?: Record<string, unknown>) => async (_world: World, owner: Owner) => {
  const { id } = await newWorkflow(owner);
  const [step] = await addSteps(owner, id, aDelay);
  return { path: `/workflows/${id}/steps/${step?.id}`, ...(body ? { body } : {}) };
};
const patchSubject = {
  endpoint: 'PATCH /workflows/:id/steps/:stepId',
  status: 200,
  request: stepRequest({ name: 'New' }),
} as const;
const deleteSubject = {
  endpoint: 'DELETE /workflows/:id/steps/:stepId',
  status: 204,
  request: stepRequest(),
} as const;

const stepIdInPath = {
  ...idInPath,
  idOf: (path: string) => path.split('/')[4] ?? '',
  code: 'RESOURCE_NOT_FOUND',
  resource: 'step',
  async foreign(world: World) {
    const { id } = await newWorkflow(stranger(world));
    const [step] = await addSteps(stranger(world), id, aDelay);
    return step?.id ?? '';
  },
};

export const addStep = entry(
  'POST /workflows/:id/steps',
  projectEndpointWithBody(addSubject),
  unknownIds(addSubject, idInPath),
  it('adds a step of each type, named after it, and leads the trigger to the first (D-905, D-906)', async (world) => {
    const owner = await world.own();
    const { id } = await newWorkflow(owner);
    const types = ['SEND_EMAIL', 'DELAY', 'WAIT_FOR_EVENT', 'CONDITION', 'WEBHOOK', 'UPDATE_CONTACT', 'EXIT'];
    const names = ['Send email', 'Delay', 'Wait for event', 'Condition', 'Webhook', 'Update contact', 'Exit'];
    const steps = await addSteps(owner, id, ...types.map((type) => ({ type })));
    assert.deepEqual(
      steps.map(({ name }) => name),
      names,
    );
    const [first] = steps;
    assert.equal(first?.incomingTransitions[0]?.automatic, true);
    answeredWhole(await owner.key.get(`/workflows/${id}`), 200, {
      ...(await readWorkflow(owner, id)),
      version: 1 + types.length,
    });
    for (const type of ['TRIGGER', 'OTHER', 7]) {
      invalid(await owner.key.post(`/workflows/${id}/steps`, { type }), ['type', 'invalid_enum_value']);
    }
    invalid(await owner.key.post(`/workflows/${id}/steps`, {}), ['type', 'required']);
  }),
  it('keeps name and position as they are given', async (world) => {
    const owner = await world.own();
    const { id } = await newWorkflow(owner);
    const given = { ...aDelay, name: 'Two days', position: { x: 12.5, y: -3 } };
    answered(await owner.key.post(`/workflows/${id}/steps`, given), 201, {
      ...given,
      workflowId: id,
      templateId: null,
    });
    for (const [body, field, code] of [
      [{ name: '' }, 'name', 'too_small'],
      [{ name: 'x'.repeat(101) }, 'name', 'too_big'],
      [{ position: { x: 1 } }, 'position.y', 'required'],
      [{ autoConnect: 'yes' }, 'autoConnect', 'invalid_type'],
      [{ insertOn: 'x' }, 'insertOn', 'invalid_string'],
    ] as const) {
      invalid(await owner.key.post(`/workflows/${id}/steps`, { ...aDelay, ...body }), [field, code]);
    }
  }),
  it('is connected to the newest loose end on request, never to a condition or an exit', async (world) => {
    const owner = await world.own();
    const { id } = await newWorkflow(owner);
    await addSteps(owner, id, { ...aDelay, name: 'A' }, aCondition, anExit);
    await addSteps(owner, id, { ...aDelay, name: 'B', autoConnect: true }, { ...aDelay, name: 'C', autoConnect: true });
    assert.deepEqual(ways(await readWorkflow(owner, id)), ['A → B', 'B → C', 'Trigger → A']);
  }),
  it('takes the place of a transition', async (world) => {
    const owner = await world.own();
    const { id } = await newWorkflow(owner);
    const [condition, exit] = await addSteps(owner, id, aCondition, anExit);
    const { id: insertOn } = await connect(owner, id, condition, exit, 'no');
    await addSteps(owner, id, { ...aCondition, name: 'Second', insertOn });
    const expected = ['Condition → Second (no)', 'Second → Exit (yes)', 'Trigger → Condition'];
    assert.deepEqual(ways(await readWorkflow(owner, id)), expected);
    const unknown = randomUUID();
    refused(
      await owner.key.post(`/workflows/${id}/steps`, { ...aDelay, insertOn: unknown }),
      404,
      'RESOURCE_NOT_FOUND',
      {
        resource: 'transition',
        id: unknown,
      },
    );
    refused(await owner.key.post(`/workflows/${id}/steps`, { ...anExit, insertOn }), 400, 'BAD_REQUEST');
  }),
  it('has at most 100 steps', async (world) => {
    const owner = await world.own();
    const { id } = await newWorkflow(owner);
    await addSteps(owner, id, ...Array.from({ length: 100 }, () => ({ type: 'EXIT' })));
    const reply = await owner.key.post(`/workflows/${id}/steps`, { type: 'EXIT' });
    refused(reply, 400, 'WORKFLOW_LIMIT_REACHED', { limit: 'steps' });
  }),
  configCases(async (owner, body) => owner.key.post(`/workflows/${(await newWorkflow(owner)).id}/steps`, body), 201),
);

export const patchStep = entry(
  'PATCH /workflows/:id/steps/:stepId',
  projectEndpointWithBody(patchSubject),
  unknownIds(patchSubject, stepIdInPath),
  it('replaces the config as a whole; names and places do not count for the version', async (world) => {
    const owner = await world.own();
    const { id } = await newWorkflow(owner);
    const [step] = await addSteps(owner, id, { type: 'EXIT', config: { reason: 'bored' } });
    const path = `/workflows/${id}/steps/${step?.id}`;
    const { version } = await readWorkflow(owner, id);
    const moved = await owner.key.patch(path, { name: 'End', position: { x: 1, y: 2 } });
    const { updatedAt } = moved.body;
    assert.ok(updatedAt > (step?.updatedAt ?? ''));
    answeredWhole(moved, 200, { ...step, name: 'End', position: { x: 1, y: 2 }, updatedAt });
    assert.equal((await readWorkflow(owner, id)).version, version);
    answered(await owner.key.patch(path, { config: {} }), 200, { name: 'End', config: {} });
    assert.equal((await readWorkflow(owner, id)).version, version + 1);
    for (const body of [undefined, {}, { name: 'End' }, { type: 'EXIT' }]) {
      const before = (await readWorkflow(owner, id)).steps[1];
      answeredWhole(await owner.key.patch(path, body), 200, before);
    }
    invalid(await owner.key.patch(path, { type: 'DELAY' }), ['type', 'custom']);
  }),
  it('changes the template in one place and shows it in both (D-905)', async (world) => {
    const owner = await world.own();
    const [first, second] = [await newTemplate(owner), await newTemplate(owner, { name: 'Second' })];
    const { id } = await newWorkflow(owner);
    const [step] = await addSteps(owner, id, { type: 'SEND_EMAIL', config: { templateId: first.id } });
    const path = `/workflows/${id}/steps/${step?.id}`;
    answered(await owner.key.get(`/templates/${first.id}/usage`), 200, {
      workflowSteps: [{ id: step?.id, name: 'Send email', workflowId: id, workflowName: 'Onboarding' }],
    });
    answered(await owner.key.patch(path, { templateId: second.id }), 200, {
      templateId: second.id,
      template: { id: second.id, name: 'Second' },
      config: { templateId: second.id },
    });
    answered(await owner.key.patch(path, { config: { templateId: first.id } }), 200, { templateId: first.id });
    answered(await owner.key.patch(path, { config: {} }), 200, { templateId: first.id });
    answered(await owner.key.patch(path, { templateId: null }), 200, { templateId: null, template: null, config: {} });
    refused(await owner.key.patch(path, { templateId: randomUUID() }), 404, 'TEMPLATE_NOT_FOUND');
  }),
  it('changes only name and place of the trigger (D-906)', async (world) => {
    const owner = await world.own();
    const { id, steps } = await newWorkflow(owner);
    const reply = await owner.key.patch(`/workflows/${id}/steps/${steps[0]?.id}`, {
      name: 'Start',
      position: { x: 4, y: -2 },
      config: { eventName: 'other' },
    });
    answered(reply, 200, { name: 'Start', position: { x: 4, y: -2 }, config: { eventName: 'signup' } });
  }),
);

export const deleteStep = entry(
  'DELETE /workflows/:id/steps/:stepId',
  projectEndpoint(deleteSubject),
  unknownIds(deleteSubject, stepIdInPath),
  it('goes with its own transitions, or leads to its successor what led to it', async (world) => {
    const owner = await world.own();
    for (const [query, left] of [
      ['', ['Trigger → A']],
      ['?splice=false', ['Trigger → A']],
      ['?splice=true', ['A → C', 'Trigger → A']],
    ] as const) {
      const { id } = await newWorkflow(owner);
      const [a, b, c] = await addSteps(owner, id, ...['A', 'B', 'C'].map((name) => ({ ...aDelay, name })));
      await connect(owner, id, a, b);
      await connect(owner, id, b, c);
      answered(await owner.key.delete(`/workflows/${id}/steps/${b?.id}${query}`), 204);
      assert.deepEqual(ways(await readWorkflow(owner, id)), left, query);
    }
  }),
  it('keeps the branch of what led to it, and refuses to splice two ways out', async (world) => {
    const owner = await world.own();
    const { id } = await newWorkflow(owner);
    const [condition, delay, exit] = await addSteps(owner, id, aCondition, aDelay, anExit);
    await connect(owner, id, condition, delay, 'no');
    await connect(owner, id, delay, exit);
    await connect(owner, id, condition, exit, 'yes');
    const reply = await owner.key.delete(`/workflows/${id}/steps/${condition?.id}?splice=true`);
    refused(reply, 400, 'STEP_NOT_SPLICEABLE', { id: condition?.id });
    answered(await owner.key.delete(`/workflows/${id}/steps/${delay?.id}?splice=true`), 204);
    const expected = ['Condition → Exit (no)', 'Condition → Exit (yes)', 'Trigger → Condition'];
    assert.deepEqual(ways(await readWorkflow(owner, id)), expected);
  }),
  it('never deletes the trigger (D-906)', async (world) => {
    const owner = await world.own();
    const { id, steps } = await newWorkflow(owner);
    const trigger = steps[0]?.id;
    refused(await owner.key.delete(`/workflows/${id}/steps/${trigger}`), 400, 'TRIGGER_NOT_DELETABLE', { id: trigger });
  }),
);
