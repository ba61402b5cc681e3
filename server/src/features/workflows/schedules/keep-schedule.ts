import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import type { WorkflowId } from '../workflow.ts';
import { awaitTime, deleteSchedule } from './schedule-row.ts';
import { type Scheduled, timesOf } from './schedule-times.ts';
import { workflowSchedules } from './spool.ts';

/**
 * Keeps the row of a workflow in step with a change of it; the caller has locked the workflow. Where the schedule ends, a firing under
 * way ends where it is: nobody enters after the commit. Where its times change, one under way goes on, and the next time is looked for
 * when it ends (D-942).
 */
export async function keepSchedule(tx: ProjectTx, id: WorkflowId, before: Scheduled, after: Scheduled): Promise<void> {
  const times = timesOf(after);
  if (!times) {
    if (timesOf(before)) await deleteSchedule(tx, id);
    return;
  }
  if (timesOf(before) && textOf(before) === textOf(after)) return;
  if (await isFiring(tx, id)) return;
  const next = times.next(await moment(tx));
  if (next) {
    await awaitTime(tx, id, next);
    tx.afterCommit(workflowSchedules.wake);
  } else await deleteSchedule(tx, id);
}

const textOf = ({ triggerConfig }: Scheduled): string =>
  JSON.stringify([triggerConfig?.schedule, triggerConfig?.timezone]);

/** Locks the row, so that a worker that lets contacts enter has ended its portion. */
async function isFiring({ db, projectId }: ProjectTx, id: WorkflowId): Promise<boolean> {
  const row = await db
    .selectFrom('workflowSchedules')
    .select('beganAt')
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined && row.beganAt !== null;
}

/** Why not the moment of the transaction: it may be earlier than a time that has fired while this one waited for the row. */
async function moment({ db }: ProjectTx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  if (!rows[0]) throw new Error('the database knows the time');
  return rows[0].now;
}
