import { sql } from 'kysely';
import type { ProjectReader } from '#platform/context';
import type { WorkflowId } from '../workflow.ts';
import { type ExecutionStatus, executionStatuses } from './execution-record.ts';
import { notBegun } from './workflow-counts.ts';

/**
 * How many executions have one of these statuses, those no longer kept included: from the counts that are kept with every change, and
 * those that no worker has begun, up to a limit. Limit: executions that a cancel-all has marked count as active until their rows are
 * closed.
 */
export async function countStatuses(
  { db, projectId }: ProjectReader,
  workflowId: WorkflowId,
  {
    status = executionStatuses,
    version,
  }: { status?: readonly ExecutionStatus[] | undefined; version?: number | undefined },
): Promise<number> {
  const ofVersion = version === undefined ? sql`true` : sql`c.version = ${version}`;
  const { rows } = await sql<Record<Lowercase<ExecutionStatus> | 'notBegun', number>>`
    select coalesce(sum(c.running), 0)::float8 as running, coalesce(sum(c.waiting), 0)::float8 as waiting,
           coalesce(sum(c.completed), 0)::float8 as completed, coalesce(sum(c.exited), 0)::float8 as exited,
           coalesce(sum(c.failed), 0)::float8 as failed, coalesce(sum(c.cancelled), 0)::float8 as cancelled,
           (select count(*) from (${notBegun(projectId, workflowId, sql`x.version`)}) c where ${ofVersion})::float8 as not_begun
      from workflow_counts c where c.project_id = ${projectId} and c.workflow_id = ${workflowId} and ${ofVersion}`.execute(
    db,
  );
  const [counts] = rows;
  if (!counts) return 0;
  const begun = [...new Set(status)].reduce(
    (sum, each) => sum + counts[each.toLowerCase() as Lowercase<ExecutionStatus>],
    0,
  );
  return begun + (status.includes('RUNNING') ? counts.notBegun : 0);
}
