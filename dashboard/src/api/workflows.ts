import type { Body, Item, PostriderSession, Query, Reply } from '@postrider/sdk';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { useProjectChange, useProjectQuery } from './project.ts';

export type ListedWorkflow = Item<'GET /workflows'>;
export type Workflow = Reply<'GET /workflows/{id}'>;
export type WorkflowStep = Workflow['steps'][number];
export type WorkflowProblem = Workflow['problems'][number];
export type StepCounts = Item<'GET /workflows/{id}/step-counts'>;
export type WorkflowPatch = Body<'PATCH /workflows/{id}'>;
export type NewStep = Body<'POST /workflows/{id}/steps'>;
export type StepPatch = Body<'PATCH /workflows/{id}/steps/{stepId}'>;
export type SimulationInput = Body<'POST /workflows/{id}/simulate'>;
export type Simulation = Reply<'POST /workflows/{id}/simulate'>;
export type SimulatedStep = Simulation['steps'][number];
export type WorkflowField = Reply<'GET /workflows/fields'>['typedFields'][number];

const countsMs = 10_000;

/** Everything about workflows is read again after a change: lists show their counts and states. */
const stale = [['workflows']] as const;

export const useWorkflows = (query: Query<'GET /workflows'>): UseQueryResult<Reply<'GET /workflows'>> =>
  useProjectQuery(['workflows', 'list', query], (session, signal) => session.workflows.list(query, { signal }), {
    keepsPrevious: true,
    refetchMs: countsMs,
  });

export const useWorkflow = (id: string): UseQueryResult<Workflow> =>
  useProjectQuery(['workflows', 'one', id], (session, signal) => session.workflows.get(id, { signal }));

export const useStepCounts = (id: string): UseQueryResult<Reply<'GET /workflows/{id}/step-counts'>> =>
  useProjectQuery(['workflows', 'counts', id], (session, signal) => session.workflows.stepCounts(id, { signal }), {
    refetchMs: countsMs,
  });

/** How many executions the workflow ever had. */
export const useEntered = (id: string): UseQueryResult<number> =>
  useProjectQuery(
    ['workflows', 'entered', id],
    async (session, signal) => (await session.executions.list(id, { pageSize: 1 }, { signal })).total,
    { refetchMs: countsMs },
  );

export const useWorkflowFields = (eventName: string): UseQueryResult<readonly WorkflowField[]> =>
  useProjectQuery(
    ['workflows', 'fields', eventName],
    async (session, signal) =>
      (await session.workflows.fields(eventName === '' ? {} : { eventName }, { signal })).typedFields,
    { staleMs: 60_000 },
  );

type Change<Input, T = unknown> = UseMutationResult<T, Error, Input>;

export const useCreateWorkflow = (): Change<NewWorkflow, Workflow> => useProjectChange(createWorkflow, stale);

/** A workflow with the steps it starts with, each after the one before. */
export interface NewWorkflow {
  readonly name: string;
  readonly eventName: string;
  /** `branch`: the way out of the step before. */
  readonly steps: readonly { readonly step: NewStep; readonly branch?: string }[];
}

async function createWorkflow(session: PostriderSession, { name, eventName, steps }: NewWorkflow): Promise<Workflow> {
  const workflow = await session.workflows.create({ name, eventName: eventName === '' ? null : eventName });
  let before: string | null = null;
  for (const { step, branch } of steps) {
    const { id }: WorkflowStep = await session.workflows.addStep(workflow.id, step);
    if (before !== null) {
      await session.workflows.addTransition(workflow.id, { fromStepId: before, toStepId: id, branch: branch ?? null });
    }
    before = id;
  }
  return workflow;
}

export const useChangeWorkflow = (id: string): Change<WorkflowPatch, Workflow> =>
  useProjectChange((session, patch) => session.workflows.update(id, patch), stale);

export const useSwitchWorkflow = (): Change<{ id: string; isOn: boolean }, Workflow> =>
  useProjectChange((session, { id, isOn }) => session.workflows.update(id, { enabled: isOn }), stale);

export const useDuplicateWorkflow = (id: string): Change<void, Workflow> =>
  useProjectChange((session) => session.workflows.duplicate(id), stale);

export const useDeleteWorkflow = (id: string): Change<void> =>
  useProjectChange((session) => session.workflows.delete(id), stale);

export const useResumeWorkflow = (id: string): Change<void> =>
  useProjectChange((session) => session.workflows.resume(id), stale);

/** Where a new step goes: in the place of a transition, or after a step whose way ends. */
export interface StepPlace {
  readonly insertOn?: string;
  readonly after?: { readonly stepId: string; readonly branch: string | null };
}

export const useAddStep = (id: string): Change<{ step: NewStep; place: StepPlace }, WorkflowStep> =>
  useProjectChange(async (session, { step, place }) => {
    if (place.insertOn) return await session.workflows.addStep(id, { ...step, insertOn: place.insertOn });
    const added = await session.workflows.addStep(id, step);
    if (place.after) {
      const { stepId, branch } = place.after;
      await session.workflows.addTransition(id, { fromStepId: stepId, toStepId: added.id, branch });
    }
    return added;
  }, stale);

export const useChangeStep = (id: string): Change<{ stepId: string; patch: StepPatch }, WorkflowStep> =>
  useProjectChange((session, { stepId, patch }) => session.workflows.updateStep(id, stepId, patch), stale);

/** `cut`: transitions that go first, so that one way is left to close the gap with. */
export interface StepRemoval {
  readonly stepId: string;
  readonly isSpliced: boolean;
  readonly cut: readonly string[];
  /** The way that must be there afterwards: the service leads the trigger to its oldest loose step by itself. */
  readonly link: { readonly fromStepId: string; readonly toStepId: string } | null;
}

export const useRemoveStep = (id: string): Change<StepRemoval> =>
  useProjectChange(async (session, { stepId, isSpliced, cut, link }) => {
    for (const transitionId of cut) await session.workflows.deleteTransition(id, transitionId);
    await session.workflows.deleteStep(id, stepId, isSpliced ? { splice: true } : {});
    if (link) await session.workflows.addTransition(id, link);
  }, stale);

export const useLinkSteps = (id: string): Change<{ from: string; branch: string | null; to: string }> =>
  useProjectChange(
    (session, { from, branch, to }) => session.workflows.addTransition(id, { fromStepId: from, toStepId: to, branch }),
    stale,
  );

export const useUnlinkSteps = (id: string): Change<string> =>
  useProjectChange((session, transitionId) => session.workflows.deleteTransition(id, transitionId), stale);

export const useSimulate = (id: string): Change<SimulationInput, Simulation> =>
  useProjectChange((session, input) => session.workflows.simulate(id, input));
