import { type RawBuilder, sql } from 'kysely';
import { type ProjectTx, wipePage } from '#platform/context';
import { applySettings } from '#platform/db';
import { lockWaits } from '../executions/locks.ts';

const executionsAtOnce = 1_000;

/** Tables with rows of a workflow, and what follows project and workflow in their keys. */
const tables = [
  ['workflow_entries', 'contact_id'],
  ['execution_keys', 'key'],
  ['workflow_counts', 'version', 'slot'],
  ['workflow_step_counts', 'step_id', 'slot'],
  ['workflow_hours', 'hour'],
  ['workflow_versions', 'version'],
] as const;

/**
 * Removes some of what executions of a workflow, or of all workflows of the project, have left. The workflow itself is gone. True while
 * there may be more; safe to repeat.
 */
export async function removeRows(tx: ProjectTx, workflowId: string | null): Promise<boolean> {
  const isOf = sql`project_id = ${tx.projectId} and ${workflowId === null ? sql`true` : sql`workflow_id = ${workflowId}`}`;
  // Why: with statistics of yesterday the planner might read all partitions for each page.
  applySettings(tx.db, { enable_seqscan: 'off', jit: 'off' });
  if (await removeActive(tx, isOf)) return true;
  if (await removeFinished(tx, isOf)) return true;
  for (const [table, ...keys] of tables) {
    if (await wipePage(tx, [table, 'workflow_id', ...keys], { where: isOf })) return true;
  }
  return false;
}

/** Executions of transactions that were under way when the workflow was deleted, and those that a cancel-all has not closed yet. */
async function removeActive(tx: ProjectTx, isOf: RawBuilder<unknown>): Promise<boolean> {
  const { db, projectId } = tx;
  const { rows } = await sql<{ id: string }>`
    select id from executions where ${isOf} order by id limit ${executionsAtOnce}`.execute(db);
  if (rows.length === 0) return false;
  const ids = rows.map(({ id }) => id);
  await lockWaits(tx, ids);
  await sql`
    with gone as (
      delete from executions where project_id = ${projectId} and id in (
        select id from executions where project_id = ${projectId} and id = any (${ids}::uuid[]) order by id for update)),
    waits as (delete from execution_waits where project_id = ${projectId} and execution_id = any (${ids}::uuid[]))
    delete from step_executions where project_id = ${projectId} and execution_id = any (${ids}::uuid[])`.execute(db);
  return true;
}

async function removeFinished({ db, projectId }: ProjectTx, isOf: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from finished_executions where ${isOf} limit ${executionsAtOnce}`.execute(db);
  if (rows.length === 0) return false;
  const ids = rows.map(({ id }) => id);
  await sql`
    with steps as (delete from step_executions where project_id = ${projectId} and execution_id = any (${ids}::uuid[]))
    delete from finished_executions where project_id = ${projectId} and id = any (${ids}::uuid[])`.execute(db);
  return true;
}
