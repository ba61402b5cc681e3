import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import { wipeCalls } from '../calls/delete-calls.ts';
import { removePage, removeRows } from './remove-rows.ts';

const workflowsAtOnce = 20;

/** Deletes a portion of all that the feature stores of a project; true while there may be more. */
export async function wipeWorkflows(tx: ProjectTx): Promise<boolean> {
  if (await deleteWorkflows(tx)) return true;
  if (await wipeCalls(tx)) return true;
  if (await removeRows(tx, null)) return true;
  const isOf = sql`project_id = ${tx.projectId}`;
  // Of executions that are not kept any more.
  if (await removePage(tx, 'step_executions', ['execution_id', 'id'], isOf)) return true;
  if (await removePage(tx, 'execution_waits', ['contact_id', 'name', 'execution_id'], isOf)) return true;
  // Why: a fold that is under way would write what it has read before the wipe.
  await sql`select pg_advisory_xact_lock_shared(70215443, 60)`.execute(tx.db);
  return removePage(tx, 'workflow_starts', ['quarter', 'slot'], isOf);
}

/** First, so that nobody enters any more. Steps, transitions and schedules are deleted with their workflow. */
async function deleteWorkflows({ db, projectId }: ProjectTx): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from workflows where project_id = ${projectId} and id in (
      select id from workflows where project_id = ${projectId} limit ${workflowsAtOnce})`.execute(db);
  return numAffectedRows > 0n;
}
