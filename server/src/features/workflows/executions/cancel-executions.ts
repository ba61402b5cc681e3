import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import { advance } from '#pure/workflow-graph';
import { deleteStepCalls } from '../steps/delete-step-calls.ts';
import type { WorkflowId } from '../workflow.ts';
import type { ExecutionId, Progress } from './execution.ts';
import { type ExecutionRow, executionColumns, toExecution } from './execution-row.ts';
import { readGraphs } from './load-graphs.ts';
import { deleteOrphans, deleteWaits, lockWaits } from './locks.ts';
import { storeProgress } from './store-progress.ts';

export type CancelReason = 'cancelled' | 'cancelled_all' | 'contact_deleted' | 'project_reset';

/** Ends these executions as CANCELLED; a worker that holds one has lost it. Returns those that were active. */
export async function cancelExecutions(
  tx: ProjectTx,
  ids: readonly string[],
  reason: CancelReason,
): Promise<ExecutionId[]> {
  if (ids.length === 0) return [];
  await lockWaits(tx, ids);
  const rows = await lockExecutions(tx, ids);
  const versions = rows.map(({ workflowId, version }) => ({ workflowId: workflowId as WorkflowId, version })); // the row's own
  const graphs = new Map((await readGraphs(tx, versions)).map((found) => [keyOf(found), found.graph]));
  const [progress, orphans]: [Progress[], string[]] = [[], []];
  for (const row of rows) {
    const graph = graphs.get(keyOf(row));
    if (!graph) {
      orphans.push(row.id);
      continue;
    }
    const before = toExecution(row, graph);
    const { state, finished } = advance(graph, before.state, { kind: 'cancel', reason }, tx.now);
    const steps = finished.map((step) => ({ ...step, id: before.stepExecutionId, number: before.stepsEnded }));
    progress.push({ before, state, stepExecutionId: before.stepExecutionId, steps, lastEventId: null, dueAt: null });
  }
  await deleteWaits(tx, ids);
  await deleteOrphans(tx, orphans);
  const calls = progress.flatMap(({ steps }) => steps.filter(({ type }) => type === 'WEBHOOK'));
  await deleteStepCalls(
    tx,
    calls.map(({ id }) => id),
  );
  storeProgress(tx, progress);
  return progress.map(({ before }) => before.id);
}

const keyOf = ({ workflowId, version }: { workflowId: string; version: number }): string => `${workflowId}:${version}`;

async function lockExecutions({ db, projectId }: ProjectTx, ids: readonly string[]): Promise<ExecutionRow[]> {
  const columns = sql.join(executionColumns.map((column) => sql.ref(`x.${column}`)));
  const { rows } = await sql<ExecutionRow>`
    select ${columns} from unnest((select ${ids.toSorted()}::uuid[])) w (id) cross join lateral (
      select * from executions where project_id = ${projectId} and id = w.id for update) x`.execute(db);
  return rows;
}
