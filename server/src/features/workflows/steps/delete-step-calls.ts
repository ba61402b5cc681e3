import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';

/**
 * Deletes the requests of steps that have ended otherwise than by their call. The caller has locked their executions; a worker that is
 * calling finds its row gone and writes nothing. Why in order: leases of several calls are renewed at once.
 */
export async function deleteStepCalls(
  { db, projectId }: ProjectTx,
  stepExecutionIds: readonly string[],
): Promise<void> {
  if (stepExecutionIds.length === 0) return;
  await sql`
    with locked as materialized (
      select c.id from unnest((select ${stepExecutionIds.toSorted()}::uuid[])) w (id) cross join lateral (
        select id from workflow_calls where project_id = ${projectId} and id = w.id for update) c)
    delete from workflow_calls where project_id = ${projectId} and id in (select id from locked)`.execute(db);
}
