import { z } from 'zod';
import { DomainNotVerified } from '#features/domains';
import { TemplateNotFound, TextsInvalid } from '#features/templates';
import { answer, defineRoute, pathId, queryFlag } from '#platform/http';
import { addStep } from './add-step.ts';
import { changeStep } from './change-step.ts';
import { deleteStep } from './delete-step.ts';
import {
  InsertAtExit,
  StepNotFound,
  StepNotSpliceable,
  TransitionAutomatic,
  TransitionInvalid,
  TransitionNotFound,
  TriggerNotDeletable,
  WorkflowLimitReached,
  WorkflowNotFound,
  WorkflowNotReady,
} from './refusals.ts';
import {
  StepBody,
  StepPatchBody,
  StepReply,
  TransitionBody,
  TransitionReply,
  toStepReply,
  toTransitionReply,
} from './shapes.ts';
import { addTransition, deleteTransition } from './transitions.ts';
import type { StepId, WholeWorkflow } from './workflow.ts';

const id = pathId<'workflow'>('workflow', WorkflowNotFound);
const stepParams = z.object({ id, stepId: pathId<'step'>('step', StepNotFound) });
const savingRefusals = [
  WorkflowNotFound,
  WorkflowNotReady,
  WorkflowLimitReached,
  TemplateNotFound,
  TextsInvalid,
  DomainNotVerified,
] as const;

export const add = defineRoute({
  method: 'POST',
  path: '/workflows/:id/steps',
  bodyExample: { type: 'DELAY', name: 'Wait a day', config: { amount: 1, unit: 'days' }, autoConnect: true },
  summary: 'Add a step to a workflow',
  access: 'secret',
  params: z.object({ id }),
  body: StepBody,
  replies: { 201: StepReply },
  refuses: [...savingRefusals, TransitionNotFound, InsertAtExit],
  async run(ctx, { params, body: { autoConnect, ...body } }) {
    const { whole, stepId } = await addStep(ctx, params.id, { ...body, autoConnect });
    return stepReply(whole, stepId);
  },
});

export const change = defineRoute({
  method: 'PATCH',
  path: '/workflows/:id/steps/:stepId',
  summary: 'Change a step of a workflow',
  access: 'secret',
  params: stepParams,
  body: StepPatchBody,
  replies: { 200: StepReply },
  refuses: [...savingRefusals, StepNotFound],
  async run(ctx, { params: { id: workflowId, stepId }, body }) {
    return stepReply(await changeStep(ctx, workflowId, stepId, body), stepId);
  },
});

export const remove = defineRoute({
  method: 'DELETE',
  path: '/workflows/:id/steps/:stepId',
  summary: 'Delete a step of a workflow',
  access: 'secret',
  params: stepParams,
  query: z.object({ splice: queryFlag.meta({ default: false }) }),
  replies: { 204: null },
  refuses: [WorkflowNotFound, StepNotFound, TriggerNotDeletable, StepNotSpliceable, WorkflowNotReady],
  run: (ctx, { params: { id: workflowId, stepId }, query: { splice } }) =>
    deleteStep(ctx, workflowId, stepId, { splice: splice === true }),
});

export const connect = defineRoute({
  method: 'POST',
  path: '/workflows/:id/transitions',
  summary: 'Lead from one step of a workflow to another',
  access: 'secret',
  params: z.object({ id }),
  body: TransitionBody,
  replies: { 201: TransitionReply, 200: TransitionReply },
  refuses: [WorkflowNotFound, StepNotFound, TransitionInvalid, WorkflowLimitReached, WorkflowNotReady],
  async run(ctx, { params, body: { branch, condition, priority, ...ends } }) {
    const input = { ...ends, branch: branch ?? condition?.branch ?? null, priority };
    const { transition, isNew } = await addTransition(ctx, params.id, input);
    return answer(isNew ? 201 : 200, toTransitionReply(params.id, transition));
  },
});

export const disconnect = defineRoute({
  method: 'DELETE',
  path: '/workflows/:id/transitions/:transitionId',
  summary: 'Delete a transition of a workflow',
  access: 'secret',
  params: z.object({ id, transitionId: pathId<'transition'>('transition', TransitionNotFound) }),
  replies: { 204: null },
  refuses: [WorkflowNotFound, TransitionNotFound, TransitionAutomatic, WorkflowNotReady],
  run: (ctx, { params: { id: workflowId, transitionId } }) => deleteTransition(ctx, workflowId, transitionId),
});

function stepReply(whole: WholeWorkflow, stepId: StepId): z.output<typeof StepReply> {
  const step = whole.steps.find(({ id: known }) => known === stepId);
  if (!step) throw new Error('a step that was saved is there');
  return toStepReply(whole, step);
}
