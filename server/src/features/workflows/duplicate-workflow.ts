import { copyName } from '#features/templates';
import type { ProjectContext } from '#platform/context';
import { limits } from '#pure/limits';
import { insertWorkflow } from './create-workflow.ts';
import { loadWholeWorkflow } from './load-workflow.ts';
import { saveGraph } from './save-graph.ts';
import { graphOf, type WholeWorkflow, type WorkflowId } from './workflow.ts';

/** A disabled workflow with the same trigger and graph, all ids new. */
export function duplicateWorkflow(ctx: ProjectContext, id: WorkflowId): Promise<WholeWorkflow> {
  return ctx.transaction(async (tx) => {
    const original = await loadWholeWorkflow(tx, id);
    const { workflow, steps, transitions } = original;
    const copyId = await insertWorkflow(tx, {
      ...workflow,
      name: copyName(workflow.name, limits.workflowNameCharacters),
    });
    const stepIds = new Map(steps.map((step) => [step.id, tx.newId<'step'>()]));
    const transitionIds = new Map(transitions.map((transition) => [transition.id, tx.newId<'transition'>()]));
    const newIdOf = (ids: ReadonlyMap<string, string>, old: string): string => ids.get(old) ?? old;
    const graph = graphOf(original);
    await saveGraph(
      tx,
      { workflow: { ...workflow, id: copyId }, steps: [], transitions: [] },
      {
        ...graph,
        steps: graph.steps.map((step) => ({ ...step, id: newIdOf(stepIds, step.id) })),
        transitions: graph.transitions.map((transition) => ({
          ...transition,
          id: newIdOf(transitionIds, transition.id),
          fromStepId: newIdOf(stepIds, transition.fromStepId),
          toStepId: newIdOf(stepIds, transition.toStepId),
        })),
      },
      {
        places: new Map(steps.map(({ id: stepId, x, y }) => [newIdOf(stepIds, stepId), { x, y }])),
        newTransitions: new Map(
          transitions.map(({ id: transitionId, priority }) => [newIdOf(transitionIds, transitionId), { priority }]),
        ),
      },
    );
    return loadWholeWorkflow(tx, copyId);
  });
}
