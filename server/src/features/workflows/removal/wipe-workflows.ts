import { sql } from 'kysely';
import { type ProjectTx, wipePage, wipePages } from '#platform/context';
import { wipeCalls } from '../calls/delete-calls.ts';
import { removeRows } from './remove-rows.ts';

const workflowsAtOnce = 20;

/** Of executions that are not kept any more. */
const left = [
  ['step_executions', 'execution_id', 'id'],
  ['execution_waits', 'contact_id', 'name', 'execution_id'],
] as const;

/** Deletes a portion of all that the feature stores of a project; true while there may be more. */
export async function wipeWorkflows(tx: ProjectTx): Promise<boolean> {
  // First, so that nobody enters any more. Steps, transitions and schedules are deleted with their workflow.
  if (await wipePage(tx, ['workflows', 'id'], { page: workflowsAtOnce })) return true;
  if (await wipeCalls(tx)) return true;
  if (await removeRows(tx, null)) return true;
  if (await wipePages(tx, left)) return true;
  // Why: a fold that is under way would write what it has read before the wipe.
  await sql`select pg_advisory_xact_lock_shared(70215443, 60)`.execute(tx.db);
  return wipePage(tx, ['workflow_starts', 'quarter', 'slot']);
}
