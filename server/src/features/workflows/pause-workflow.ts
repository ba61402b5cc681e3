import { endStop, stopMail } from '#features/emails';
import { endSourceSuspension, type PausedSource } from '#features/reputation';
import type { ProjectTx } from '#platform/context';
import type { ProjectCall } from '#platform/identity';
import { findWorkflow, loadWholeWorkflow, lockWorkflow } from './load-workflow.ts';
import { WorkflowNotPaused } from './refusals.ts';
import { keepSchedule } from './schedules/keep-schedule.ts';
import { deleteSchedule } from './schedules/schedule-row.ts';
import type { WholeWorkflow, WorkflowId } from './workflow.ts';

/** A workflow that harms the project's reputation: nobody enters any more, its steps go on, and its mail waits at the gate. */
export async function pauseForReputation(tx: ProjectTx, sources: readonly PausedSource[]): Promise<void> {
  for (const { scope, targetId } of sources) {
    if (scope !== 'workflow') continue;
    const { numUpdatedRows } = await tx.db
      .updateTable('workflows')
      .set({ pausedAt: tx.now, pausedReason: 'REPUTATION', updatedAt: tx.now })
      .where('projectId', '=', tx.projectId)
      .where('id', '=', targetId)
      .where('pausedAt', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) continue;
    await deleteSchedule(tx, targetId);
    await stopMail(tx, { sourceId: targetId, reason: 'WORKFLOW_PAUSED' });
  }
}

/** Lifts the pause: held mail leaves, contacts enter again; times that have passed meanwhile are not made up for (D-1136). */
export const resumeWorkflow = (call: ProjectCall, id: WorkflowId): Promise<WholeWorkflow> =>
  call.transaction(async (tx) => {
    if ((await findWorkflow(tx, id)).pausedAt === null) throw WorkflowNotPaused(id);
    // Why before the workflow is locked: a check of the project holds its state when it pauses a workflow.
    await endSourceSuspension(tx, call.caller, { scope: 'workflow', targetId: id });
    const paused = await lockWorkflow(tx, id);
    if (paused.pausedAt === null) throw WorkflowNotPaused(id);
    await tx.db
      .updateTable('workflows')
      .set({ pausedAt: null, pausedReason: null, updatedAt: tx.now })
      .where('projectId', '=', tx.projectId)
      .where('id', '=', id)
      .execute();
    await keepSchedule(tx, id, paused, { ...paused, pausedAt: null });
    await endStop(tx, { sourceId: id, reason: 'WORKFLOW_PAUSED' });
    return loadWholeWorkflow(tx, id);
  });
