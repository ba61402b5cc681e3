import type { ProjectTx } from '#platform/context';
import { graphOf, type WholeWorkflow } from '../workflow.ts';

/**
 * Stores the graph of the present version, for the executions that start with it (D-933). Called with every change of an enabled
 * workflow; names of steps may change within a version.
 */
export async function saveVersion(tx: ProjectTx, whole: WholeWorkflow): Promise<void> {
  const { id: workflowId, version } = whole.workflow;
  const graph = graphOf(whole);
  const templateIds = [...new Set(graph.steps.flatMap(({ templateId }) => templateId ?? []))];
  await tx.db
    .insertInto('workflowVersions')
    .values({
      ...{ projectId: tx.projectId, workflowId, version, templateIds, createdAt: tx.now },
      graph: JSON.stringify(graph),
    })
    .onConflict((conflict) =>
      conflict.columns(['projectId', 'workflowId', 'version']).doUpdateSet({ graph: JSON.stringify(graph) }),
    )
    .execute();
}
