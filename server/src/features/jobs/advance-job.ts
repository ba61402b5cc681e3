import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import { deleteFileAndRecords } from './end-job.ts';
import { type JobCounts, type JobId, percentOf } from './job.ts';
import type { Job, JobProgress } from './job-kind.ts';

/** Another worker has done this batch, or the job is gone. */
export class StaleJobStep extends Error {
  override readonly name = 'StaleJobStep';
}

/** Locks the job for the transaction of a batch, so that no other worker does the same batch. */
export async function lockJob(tx: ProjectTx, job: { id: JobId; step: number }): Promise<void> {
  const locked = await tx.db
    .selectFrom('jobs')
    .select('id')
    .where('projectId', '=', tx.projectId)
    .where('id', '=', job.id)
    .where('state', '=', 'active')
    .where('step', '=', job.step)
    .forUpdate()
    .executeTakeFirst();
  if (!locked) throw new StaleJobStep();
}

/**
 * Stores the progress of the job in the transaction of a batch; without a cursor it is completed. Returns the job for the
 * next batch. Progress never goes back.
 * Invariant: only the runner that read the current step advances it.
 */
export async function advanceJob<Input, Cursor, Done extends JobCounts>(
  tx: ProjectTx,
  job: Job<Input, Cursor, Done>,
  { cursor, counts, done }: JobProgress<Cursor, Done>,
): Promise<Job<Input, Cursor, Done> | null> {
  const isOver = cursor === null;
  const advanced = await tx.db
    .updateTable('jobs')
    .set({
      cursor: isOver ? null : JSON.stringify(cursor),
      counts: JSON.stringify(counts),
      step: job.step + 1,
      attempts: 0,
      ...(isOver
        ? { state: 'completed' as const, progress: 100, finishedAt: tx.now }
        : { progress: sql<number>`greatest(progress, ${percentOf(done)})` }),
    })
    .where('projectId', '=', tx.projectId)
    .where('id', '=', job.id)
    .where('state', '=', 'active')
    .where('step', '=', job.step)
    .returning('id')
    .executeTakeFirst();
  if (!advanced) throw new StaleJobStep();
  if (!isOver) return { ...job, cursor, counts, step: job.step + 1 };
  await deleteFileAndRecords(tx, job.id);
  return null;
}
