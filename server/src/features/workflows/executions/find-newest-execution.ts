import { sql } from 'kysely';
import type { ContactId } from '#features/contacts';
import type { ProjectReader } from '#platform/context';
import type { WorkflowId } from '../workflow.ts';
import type { ExecutionId } from './execution.ts';
import { type ExecutionDetails, loadExecution } from './find-execution.ts';

/**
 * The contact's newest execution of a workflow, with its steps; null if none is kept. A contact enters a workflow ten times in an hour at
 * most, so it has few. Why materialized: the planner would rather look for the contact among all executions, in the order of their ids.
 */
export async function findNewestExecution(
  reader: ProjectReader,
  workflowId: WorkflowId,
  contactId: ContactId,
): Promise<ExecutionDetails | null> {
  const isOf = sql`project_id = ${reader.projectId} and contact_id = ${contactId} and workflow_id = ${workflowId}`;
  const { rows } = await sql<{ id: ExecutionId }>`
    with own as materialized (
      select id from executions where ${isOf} union all select id from finished_executions where ${isOf})
    select id from own order by id desc limit 1`.execute(reader.db);
  const [newest] = rows;
  return newest ? loadExecution(reader, workflowId, newest.id) : null;
}
