import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { projectEndpoint, projectEndpointWithBody } from '../conventions/project-endpoint.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import { entry, it } from '../entry.ts';
import { answered, answeredWhole, invalid, isInstant, isUuid7, refused } from '../world/expect.ts';
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
  stranger,
  ways,
} from './new-workflow.ts';

async function twoDelays(owner: Pick<Owner, 'key'>) {
  const { id } = await newWorkflow(owner);
  const [a, b] = await addSteps(owner, id, { ...aDelay, name: 'A' }, { ...aDelay, name: 'B' });
  return { id, a, b };
}

const addSubject = {
  endpoint: 'POST /workflows/:id/transitions',
  status: 201,
  async request(_world: World, owner: Owner) {
    const { id, a, b } = await twoDelays(owner);
    return { path: `/workflows/${id}/transitions`, body: { fromStepId: a?.id, toStepId: b?.id } };
  },
} as const;

const deleteSubject = {
  endpoint: 'DELETE /workflows/:id/transitions/:transitionId',
  status: 204,
  async request(_world: World, owner: Owner) {
    const { id, a, b } = await twoDelays(owner);
    return { path: `/workflows/${id}/transitions/${(await connect(owner, id, a, b)).id}` };
  },
} as const;

export const addTransition = entry(
  'POST /workflows/:id/transitions',
  projectEndpointWithBody(addSubject),
  unknownIds(addSubject, idInPath),
  it('returns the transition, and the same one again for the same steps (D-907)', async (world) => {
    const owner = await world.own();
    const { id, a, b } = await twoDelays(owner);
    const body = { fromStepId: a?.id, toStepId: b?.id };
    const reply = await owner.key.post(`/workflows/${id}/transitions`, { ...body, priority: 3, branch: 'ignored' });
    const { id: transitionId, createdAt } = reply.body;
    isUuid7(transitionId);
    isInstant(createdAt);
    const nothing = { branch: null, condition: null, automatic: false };
    const dates = { createdAt, updatedAt: createdAt };
    answeredWhole(reply, 201, { id: transitionId, workflowId: id, ...body, ...nothing, priority: 3, ...dates });
    answeredWhole(await owner.key.post(`/workflows/${id}/transitions`, body), 200, reply.body);
  }),
  it('needs a branch from a condition, in either place, and defaults to the event of a wait (D-907)', async (world) => {
    const owner = await world.own();
    const { id } = await newWorkflow(owner);
    const wait = { type: 'WAIT_FOR_EVENT', config: { eventName: 'bought' } };
    const [condition, waiting, exit] = await addSteps(owner, id, aCondition, wait, anExit);
    const post = (body: object) => owner.key.post(`/workflows/${id}/transitions`, body);
    const ends = { fromStepId: condition?.id, toStepId: exit?.id };
    invalid(await post(ends), ['branch', 'required']);
    invalid(await post({ ...ends, branch: 'maybe' }), ['branch', 'invalid_enum_value']);
    invalid(await post({ ...ends, branch: 'x'.repeat(51) }), ['branch', 'too_big']);
    answered(await post({ ...ends, condition: { branch: 'no' } }), 201, { branch: 'no', condition: { branch: 'no' } });
    answered(await post({ fromStepId: waiting?.id, toStepId: exit?.id }), 201, { branch: 'event' });
  }),
  it('refuses what is no graph, and says which rule (D-907)', async (world) => {
    const owner = await world.own();
    const { id, steps } = await newWorkflow(owner);
    const [a, b, exit] = await addSteps(owner, id, aDelay, aDelay, anExit);
    await connect(owner, id, a, b);
    for (const [from, to, rule] of [
      [a, a, 'SELF'],
      [b, a, 'CYCLE'],
      [exit, a, 'FROM_EXIT'],
      [a, steps[0], 'INTO_TRIGGER'],
      [a, exit, 'BRANCH_TAKEN'],
    ] as const) {
      const body = { fromStepId: from?.id, toStepId: to?.id };
      refused(await owner.key.post(`/workflows/${id}/transitions`, body), 400, 'TRANSITION_INVALID', { rule });
    }
    const unknown = randomUUID();
    const reply = await owner.key.post(`/workflows/${id}/transitions`, { fromStepId: a?.id, toStepId: unknown });
    refused(reply, 404, 'RESOURCE_NOT_FOUND', { resource: 'step', id: unknown });
    invalid(
      await owner.key.post(`/workflows/${id}/transitions`, {}),
      ['fromStepId', 'required'],
      ['toStepId', 'required'],
    );
  }),
  it('replaces the automatic entry, which comes back without it', async (world) => {
    const owner = await world.own();
    const { id, a, b } = await twoDelays(owner);
    const [trigger] = (await readWorkflow(owner, id)).steps;
    assert.deepEqual(ways(await readWorkflow(owner, id)), ['Trigger → A']);
    const own = await connect(owner, id, trigger, b);
    assert.deepEqual(ways(await readWorkflow(owner, id)), ['Trigger → B']);
    answered(await owner.key.delete(`/workflows/${id}/transitions/${own.id}`), 204);
    assert.deepEqual(ways(await readWorkflow(owner, id)), ['Trigger → A']);
    await connect(owner, id, b, a);
    assert.deepEqual(ways(await readWorkflow(owner, id)), ['B → A', 'Trigger → B']);
  }),
  it('gives two callers at once one transition of a branch', async (world) => {
    const owner = await world.own();
    const { id } = await newWorkflow(owner);
    const [from, ...targets] = await addSteps(owner, id, aDelay, anExit, anExit, anExit, anExit);
    const replies = await Promise.all(
      targets.map((to) => owner.key.post(`/workflows/${id}/transitions`, { fromStepId: from?.id, toStepId: to.id })),
    );
    const statuses = replies.map(({ status }) => status).toSorted((a, b) => a - b);
    assert.deepEqual(statuses, [201, 400, 400, 400]);
  }),
);

export const deleteTransition = entry(
  'DELETE /workflows/:id/transitions/:transitionId',
  projectEndpoint(deleteSubject),
  unknownIds(deleteSubject, {
    ...idInPath,
    idOf: (path: string) => path.split('/')[4] ?? '',
    code: 'RESOURCE_NOT_FOUND',
    resource: 'transition',
    async foreign(world: World) {
      const { id, a, b } = await twoDelays(stranger(world));
      return (await connect(stranger(world), id, a, b)).id;
    },
  }),
  it('removes one that a caller added, not the automatic entry', async (world) => {
    const owner = await world.own();
    const { id, a, b } = await twoDelays(owner);
    const { id: transitionId } = await connect(owner, id, a, b);
    answered(await owner.key.delete(`/workflows/${id}/transitions/${transitionId}`), 204);
    refused(await owner.key.delete(`/workflows/${id}/transitions/${transitionId}`), 404, 'RESOURCE_NOT_FOUND');
    const [automatic] = (await readWorkflow(owner, id)).transitions;
    const reply = await owner.key.delete(`/workflows/${id}/transitions/${automatic?.id}`);
    refused(reply, 400, 'TRANSITION_AUTOMATIC', { id: automatic?.id });
  }),
);
