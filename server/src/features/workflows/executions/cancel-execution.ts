import type { ProjectContext } from '#platform/context';
import { ExecutionFinished } from '../refusals.ts';
import type { WorkflowId } from '../workflow.ts';
import { cancelExecutions } from './cancel-executions.ts';
import type { ExecutionId } from './execution.ts';
import type { ExecutionRecord } from './execution-record.ts';
import { findExecution, requireShownWorkflow } from './find-execution.ts';

/** Ends one active execution; a worker that is at it leaves nothing behind. Mail that is queued is not recalled. */
export function cancelExecution(
  ctx: ProjectContext,
  workflowId: WorkflowId,
  id: ExecutionId,
): Promise<ExecutionRecord> {
  return ctx.transaction(async (tx) => {
    const workflow = await requireShownWorkflow(tx, workflowId);
    const { completedAt, status } = await findExecution(tx, workflow, id);
    if (completedAt !== null) throw ExecutionFinished(status);
    const cancelled = await cancelExecutions(tx, [id], 'cancelled');
    const execution = await findExecution(tx, workflow, id);
    if (cancelled.length === 0) throw ExecutionFinished(execution.status); // it has ended while its row was locked
    return execution;
  });
}
