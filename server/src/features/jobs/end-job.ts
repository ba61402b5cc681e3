import type { ProjectTx } from '#platform/context';
import type { JobId } from './job.ts';

/** Ends a job that cannot continue. Batches already committed stay, and so do the counts. */
export async function failJob(tx: ProjectTx, id: JobId, reason: string): Promise<void> {
  const failed = await tx.db
    .updateTable('jobs')
    .set({ state: 'failed', failedReason: reason, finishedAt: tx.now, cursor: null })
    .where('projectId', '=', tx.projectId)
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'active'])
    .returning('id')
    .executeTakeFirst();
  if (failed) await deleteFileAndRecords(tx, id);
}

/** The file and the records of a job are deleted when it ends. */
export async function deleteFileAndRecords(tx: ProjectTx, id: JobId): Promise<void> {
  for (const table of ['jobFiles', 'jobBatches'] as const) {
    await tx.db.deleteFrom(table).where('projectId', '=', tx.projectId).where('jobId', '=', id).execute();
  }
}
