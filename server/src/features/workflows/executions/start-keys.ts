import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import type { WorkflowId } from '../workflow.ts';
import type { ExecutionId } from './execution.ts';
import { type ExecutionRecord, recordsOf, type ShownWorkflow } from './execution-record.ts';

/** Of two starts with one key at once, the second waits until the first has committed and finds its execution (D-943). */
export async function lockKey({ db, projectId }: ProjectTx, workflowId: WorkflowId, key: string): Promise<void> {
  const name = `execution-key:${projectId}:${workflowId}:${key}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}

/** The execution that started with this key in the last 24 hours. */
export async function findKeyedExecution(
  { db, projectId }: ProjectTx,
  workflow: ShownWorkflow,
  key: string,
): Promise<ExecutionRecord | undefined> {
  const ids = sql`
    select k.execution_id as id from execution_keys k
     where k.project_id = ${projectId} and k.workflow_id = ${workflow.id} and k.key = ${key}
       and k.created_at > now() - interval '24 hours'`;
  const { rows } = await recordsOf(projectId, { workflow, ids, hasContext: true }).execute(db);
  return rows[0];
}

/** Takes the place of an older one, which is no longer valid and not removed yet. */
export async function keepKey(tx: ProjectTx, workflowId: WorkflowId, key: string, id: ExecutionId): Promise<void> {
  const { db, projectId, now } = tx;
  await db
    .insertInto('executionKeys')
    .values({ projectId, workflowId, key, executionId: id, createdAt: now })
    .onConflict((conflict) =>
      conflict.columns(['projectId', 'workflowId', 'key']).doUpdateSet({ executionId: id, createdAt: now }),
    )
    .execute();
}
