import { sql } from 'kysely';
import type { ProjectContext, ProjectTx } from '#platform/context';
import { firstIdAt, nilId } from '#platform/ids';
import { lockWorkflow } from './load-workflow.ts';
import { WorkflowActive } from './refusals.ts';
import { removeWorkflow } from './removal/remove-workflow.ts';
import { deleteSchedule } from './schedules/schedule-row.ts';
import type { WorkflowId } from './workflow.ts';

/** By then every transaction has ended that may start an execution and did not see the deletion. */
const laterMs = 3_600_000;

/**
 * Removes a workflow that has no active execution, with its steps and transitions. What its executions have left is removed in the
 * background; email records keep its id.
 */
export async function deleteWorkflow(ctx: ProjectContext, id: WorkflowId): Promise<void> {
  await ctx.transaction(async (tx) => {
    await lockWorkflow(tx, id);
    // Why before the count: a worker that lets contacts enter has then ended its portion.
    await deleteSchedule(tx, id);
    const active = await countActive(tx, id);
    if (active > 0) throw WorkflowActive(active);
    await tx.db.deleteFrom('workflows').where('projectId', '=', tx.projectId).where('id', '=', id).execute();
    await tx.enqueue(removeWorkflow, { workflowId: id });
    await tx.enqueue(removeWorkflow, { workflowId: id }, { startAfter: new Date(tx.now.getTime() + laterMs) });
  });
}

/** More are not counted. */
const maxCounted = 10_000;

/** Those that the mark of a cancel-all has ended do not count, also before their rows are closed (D-944). */
async function countActive({ db, projectId }: ProjectTx, id: WorkflowId): Promise<number> {
  const { cancelledThrough: mark } = await db
    .selectFrom('workflows')
    .select('cancelledThrough')
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  // Ids begin with the moment of the start, rounded to a millisecond, so the many before the mark are not looked at.
  const first = mark ? firstIdAt(mark) : nilId;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from executions x
       where x.project_id = ${projectId} and x.workflow_id = ${id} and x.id >= ${first}
         and x.started_at > coalesce((select w.cancelled_through from workflows w
                                       where w.project_id = ${projectId} and w.id = ${id}), '-infinity')
       limit ${maxCounted}) x`.execute(db);
  return rows[0]?.count ?? 0;
}
