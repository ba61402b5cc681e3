import { sql } from 'kysely';
import type { ContactId } from '#features/contacts';
import type { ProjectTx } from '#platform/context';
import { defineSignal } from '#platform/signals';
import type { WorkflowId } from '../workflow.ts';
import type { WebhookRequest } from './webhook-request.ts';

/** The call of a WEBHOOK step that begins. */
export interface NewCall {
  /** The step execution's. */
  readonly id: string;
  readonly executionId: string;
  readonly workflowId: WorkflowId;
  readonly contactId: ContactId;
  readonly request: WebhookRequest;
}

/** Why a signal: the spool of calls stands above the executions that make them. */
export const CallsMade = defineSignal<Pick<NewCall, 'id'>>('workflows.calls-made');

/**
 * Stores the requests of WEBHOOK steps, due now. From the commit on, the spool of calls goes on with their executions, which the caller
 * parks in the same transaction. A request that is there already stays as it is.
 */
export async function insertCalls(tx: ProjectTx, calls: readonly NewCall[]): Promise<void> {
  if (calls.length === 0) return;
  const sorted = calls.toSorted((left, right) => (left.id < right.id ? -1 : 1));
  const column = <T>(of: (call: NewCall) => T): T[] => sorted.map(of);
  await sql`
    insert into workflow_calls (project_id, id, execution_id, workflow_id, contact_id, url, method, headers, body)
    select ${tx.projectId}, n.* from unnest(
      ${column(({ id }) => id)}::uuid[], ${column(({ executionId }) => executionId)}::uuid[],
      ${column(({ workflowId }) => workflowId)}::uuid[], ${column(({ contactId }) => contactId)}::uuid[],
      ${column(({ request }) => request.url)}::text[], ${column(({ request }) => request.method)}::text[],
      ${column(({ request }) => JSON.stringify(request.headers))}::jsonb[], ${column(({ request }) => request.body)}::bytea[]) n
    on conflict (project_id, id) do nothing`.execute(tx.db);
  await tx.emit(CallsMade, ...sorted.map(({ id }) => ({ id })));
}
