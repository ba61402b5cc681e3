import { sql } from 'kysely';
import type { ContactId } from '#features/contacts';
import type { ProjectReader } from '#platform/context';
import { limits } from '#pure/limits';
import type { WorkflowId } from '../workflow.ts';
import type { ExecutionId } from './execution.ts';
import { type ExecutionRecord, waitOf } from './execution-record.ts';

export interface ActiveExecution {
  readonly id: ExecutionId;
  readonly workflowId: WorkflowId;
  readonly workflowName: string;
  /** Null before a worker has begun it, and when the step was deleted. */
  readonly stepName: string | null;
  /** While it waits: when something happens by itself. */
  readonly dueAt: string | null;
}

type Row = Omit<ActiveExecution, 'dueAt'> & Pick<ExecutionRecord, 'status' | 'open'>;

/**
 * The executions of a contact that go on, newest first; those that the mark of their workflow has cancelled do not (D-944).
 * Why materialized: the planner would rather look for the contact among all executions, in the order of their ids.
 */
export async function listActiveExecutions(
  { db, projectId }: ProjectReader,
  contactId: ContactId,
): Promise<readonly ActiveExecution[]> {
  const { rows } = await sql<Row>`
    with own as materialized (
      select x.id, x.workflow_id, x.step_id, x.status, x.open, x.started_at from executions x
       where x.project_id = ${projectId} and x.contact_id = ${contactId})
    select o.id, o.workflow_id, w.name as workflow_name, s.name as step_name, o.status, o.open
      from own o
      join workflows w on w.project_id = ${projectId} and w.id = o.workflow_id
      left join workflow_steps s on s.project_id = ${projectId} and s.id = o.step_id
     where w.cancelled_through is null or o.started_at > w.cancelled_through
     order by o.id desc limit ${limits.contactExecutionsListed}`.execute(db);
  return rows.map(({ status, open, ...row }) => ({ ...row, dueAt: waitOf({ status, open }).dueAt }));
}
