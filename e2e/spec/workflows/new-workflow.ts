import { answered } from '../world/expect.ts';
import type { Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';

export interface TransitionBody {
  id: string;
  fromStepId: string;
  toStepId: string;
  branch: string | null;
  automatic: boolean;
}

export interface StepBody {
  id: string;
  type: string;
  name: string;
  config: Record<string, unknown>;
  outgoingTransitions: TransitionBody[];
  incomingTransitions: TransitionBody[];
  updatedAt: string;
}

export interface WorkflowBody {
  id: string;
  name: string;
  version: number;
  steps: StepBody[];
  transitions: TransitionBody[];
  problems: { level: string; stepId: string | null; code: string }[];
  updatedAt: string;
}

export const aWorkflow = { name: 'Onboarding', eventName: 'signup' } as const;
export const aDelay = { type: 'DELAY', config: { amount: 2, unit: 'days' } } as const;
export const aCondition = {
  type: 'CONDITION',
  config: { field: 'data.plan', operator: 'equals', value: 'pro' },
} as const;
export const anExit = { type: 'EXIT', config: {} } as const;

/** A workflow of the owner's project, through the API. */
export async function newWorkflow(owner: Pick<Owner, 'key'>, given: object = {}): Promise<WorkflowBody> {
  const reply = await owner.key.post('/workflows', { ...aWorkflow, ...given });
  answered(reply, 201);
  return reply.body;
}

/** Adds steps, and returns them in order. */
export async function addSteps(owner: Pick<Owner, 'key'>, workflowId: string, ...given: object[]): Promise<StepBody[]> {
  const added: StepBody[] = [];
  for (const each of given) {
    const reply = await owner.key.post(`/workflows/${workflowId}/steps`, each);
    answered(reply, 201);
    added.push(reply.body);
  }
  return added;
}

export async function connect(
  owner: Pick<Owner, 'key'>,
  workflowId: string,
  from: StepBody | undefined,
  to: StepBody | undefined,
  branch?: string,
): Promise<TransitionBody> {
  const reply = await owner.key.post(`/workflows/${workflowId}/transitions`, {
    fromStepId: from?.id,
    toStepId: to?.id,
    ...(branch === undefined ? {} : { branch }),
  });
  answered(reply, 201);
  return reply.body;
}

export const readWorkflow = async ({ key }: Pick<Owner, 'key'>, id: string): Promise<WorkflowBody> =>
  (await key.get(`/workflows/${id}`)).body;

/** The ways of a graph as `from → to`, by the names of steps. */
export function ways({ steps, transitions }: WorkflowBody): string[] {
  const nameOf = new Map(steps.map(({ id, name }) => [id, name]));
  return transitions
    .map(({ fromStepId, toStepId, branch }) => {
      const way = `${nameOf.get(fromStepId)} → ${nameOf.get(toStepId)}`;
      return branch === null ? way : `${way} (${branch})`;
    })
    .toSorted();
}

/** The id in `/workflows/:id…`, for the cases that exchange it. */
export const idInPath = {
  idOf: (path: string) => path.split('/')[2] ?? '',
  code: 'WORKFLOW_NOT_FOUND',
  resource: 'workflow',
  caller: async (world: World) => (await world.own()).key,
  foreign: async (world: World) => (await newWorkflow(stranger(world))).id,
};

export const stranger = ({ extras, strangersProject }: World): Pick<Owner, 'key'> => ({
  key: extras.stranger.api.with({ 'x-project-id': strangersProject }),
});

export const requestOf =
  (end = '', body?: Record<string, unknown>) =>
  async (_world: World, owner: Owner) => {
    const { id } = await newWorkflow(owner);
    return { path: `/workflows/${id}${end}`, ...(body ? { body } : {}) };
  };
