import type { ProjectContext } from '#platform/context';
import { lockWorkflow } from './load-workflow.ts';
import type { WorkflowId } from './workflow.ts';

/** Removes a workflow with its steps and transitions. Email records keep its id. */
export async function deleteWorkflow(ctx: ProjectContext, id: WorkflowId): Promise<void> {
  await ctx.transaction(async (tx) => {
    await lockWorkflow(tx, id);
    await tx.db.deleteFrom('workflows').where('projectId', '=', tx.projectId).where('id', '=', id).execute();
  });
}
