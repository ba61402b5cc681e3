import type { ProjectContext } from '#platform/context';
import { removeStep } from '#pure/workflow-graph';
import { editWorkflow } from './edit-workflow.ts';
import { StepNotFound, StepNotSpliceable, TriggerNotDeletable } from './refusals.ts';
import { graphOf, type StepId, type WorkflowId } from './workflow.ts';

/** Removes a step; with `splice` what led to it leads to its successor (D-922). */
export async function deleteStep(
  ctx: ProjectContext,
  workflowId: WorkflowId,
  stepId: StepId,
  options: { splice: boolean },
): Promise<void> {
  await ctx.transaction((tx) =>
    editWorkflow(tx, workflowId, (before) => {
      const removal = removeStep(graphOf(before), stepId, options);
      if (removal.ok) return { graph: removal.graph };
      throw {
        'unknown-step': StepNotFound,
        TRIGGER_NOT_DELETABLE: TriggerNotDeletable,
        STEP_NOT_SPLICEABLE: StepNotSpliceable,
      }[removal.reason](stepId);
    }),
  );
}
