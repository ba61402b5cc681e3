import type { ProjectContext } from '#platform/context';
import { Invalid } from '#platform/refusals';
import { checkTransition, type TransitionCheck, type TransitionInput } from '#pure/workflow-graph';
import { editWorkflow } from './edit-workflow.ts';
import { StepNotFound, TransitionAutomatic, TransitionInvalid, TransitionNotFound } from './refusals.ts';
import { graphOf, type TransitionId, type WorkflowId, type WorkflowTransition } from './workflow.ts';

export interface NewTransitionInput extends TransitionInput {
  readonly priority: number;
}

/** Adds a transition, or finds the one that is there with the same ends and branch (D-923). */
export function addTransition(
  ctx: ProjectContext,
  workflowId: WorkflowId,
  { priority, ...input }: NewTransitionInput,
): Promise<{ transition: WorkflowTransition; isNew: boolean }> {
  return ctx.transaction(async (tx) => {
    const newId = tx.newId<'transition'>();
    let transitionId: string = newId;
    const { transitions } = await editWorkflow(tx, workflowId, (before) => {
      const graph = graphOf(before);
      const check = checkTransition(graph, input);
      if (check.kind === 'existing') {
        transitionId = check.transition.id;
        return {};
      }
      if (check.kind !== 'new') throw refusalOf(check, input);
      const added = { ...input, id: newId, branch: check.branch, automatic: false };
      return {
        graph: { ...graph, transitions: [...graph.transitions, added] },
        newTransitions: new Map([[newId, { priority }]]),
      };
    });
    const transition = transitions.find(({ id }) => id === transitionId);
    if (!transition) throw new Error('a transition that was added is there');
    return { transition, isNew: transitionId === newId };
  });
}

function refusalOf(check: Exclude<TransitionCheck, { kind: 'new' | 'existing' }>, input: TransitionInput): Error {
  if (check.kind === 'unknown-step') return StepNotFound(input[check.key]);
  if (check.kind === 'refused') return TransitionInvalid(check.rule);
  const message = check.code === 'required' ? 'Required' : `Must be one of ${check.branches.join(', ')}.`;
  return Invalid([{ field: 'branch', code: check.code, message }]);
}

export async function deleteTransition(
  ctx: ProjectContext,
  workflowId: WorkflowId,
  transitionId: TransitionId,
): Promise<void> {
  await ctx.transaction((tx) =>
    editWorkflow(tx, workflowId, (before) => {
      const graph = graphOf(before);
      const transition = graph.transitions.find(({ id }) => id === transitionId);
      if (!transition) throw TransitionNotFound(transitionId);
      if (transition.automatic) throw TransitionAutomatic(transitionId);
      return { graph: { ...graph, transitions: graph.transitions.filter((known) => known !== transition) } };
    }),
  );
}
