import type { Reply } from '@postrider/server/testing/client';
import { untilReply } from '../campaigns/running-campaign.ts';
import { newContact } from '../contacts/new-contact.ts';
import { answered } from '../world/expect.ts';
import { newEmail, type Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { aDelay, addSteps, connect, idInPath, newWorkflow, type StepBody, stranger } from './new-workflow.ts';

type Keyed = Pick<Owner, 'key'>;

export interface EnabledWorkflow {
  readonly id: string;
  /** Without the trigger. */
  readonly steps: readonly StepBody[];
}

export interface ExecutionBody {
  readonly id: string;
  readonly status: string;
  readonly contactId: string;
  readonly currentStepId: string;
}

/** An enabled workflow whose steps follow each other. */
export async function enabledWorkflow(owner: Keyed, given: object, ...steps: object[]): Promise<EnabledWorkflow> {
  const { id } = await newWorkflow(owner, given);
  const added = await addSteps(owner, id, ...steps);
  for (const [index, step] of added.entries()) if (index > 0) await connect(owner, id, added[index - 1], step);
  answered(await owner.key.patch(`/workflows/${id}`, { enabled: true }), 200);
  return { id, steps: added };
}

export const executionsPath = (id: string, end = ''): string => `/workflows/${id}/executions${end}`;

/** Lets a new contact enter, or the one that is given. */
export async function started(owner: Keyed, id: string, given: object = {}): Promise<ExecutionBody> {
  const hasContact = 'contactId' in given || 'email' in given;
  const contact = hasContact ? {} : { contactId: (await newContact(owner as Owner, { email: newEmail('enters') })).id }; // of its key alone
  const reply = await owner.key.post(executionsPath(id), { ...contact, ...given });
  answered(reply, 201);
  return reply.body;
}

/** The execution once workers have brought it so far. */
export const untilExecution = async (
  { key }: Keyed,
  workflowId: string,
  id: string,
  isRight: (body: Reply['body']) => boolean,
): Promise<Reply['body']> => (await untilReply(() => key.get(executionsPath(workflowId, `/${id}`)), isRight)).body;

export const untilStatus = (owner: Keyed, workflowId: string, id: string, status: string): Promise<Reply['body']> =>
  untilExecution(owner, workflowId, id, (body) => body.status === status);

/** A request about an execution that waits for two days. */
export const ofExecution = async (_world: World, owner: Keyed) => {
  const { id } = await enabledWorkflow(owner, {}, aDelay);
  return { path: executionsPath(id, `/${(await started(owner, id)).id}`) };
};

/** The id of the execution in its path, for the cases that exchange it. */
export const executionInPath = {
  ...idInPath,
  idOf: (path: string) => path.split('/')[4] ?? '',
  code: 'RESOURCE_NOT_FOUND',
  resource: 'execution',
  async foreign(world: World) {
    const { id } = await enabledWorkflow(stranger(world), {}, aDelay);
    return (await started(stranger(world), id)).id;
  },
};

/** What a list or a cancellation shows of an execution: its details without these. */
export const without = (details: Record<string, unknown>, ...names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(details).filter(([name]) => !names.includes(name)));
