import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import { dropMaterial } from './end-job.ts';
import type { Counts, JobId } from './job.ts';
import { percentOf } from './job.ts';
import type { Job, Standing } from './job-kind.ts';

/** Somebody else has done this batch, or the job is gone. */
export class JobTaken extends Error {
  override readonly name = 'JobTaken';
}

/** Holds the job for the transaction of a batch, so that nobody else does the same batch. */
export async function holdJob(tx: ProjectTx, job: { id: JobId; step: number }): Promise<void> {
  const held = await tx.db
    .selectFrom('jobs')
    .select('id')
    .where('projectId', '=', tx.projectId)
    .where('id', '=', job.id)
    .where('state', '=', 'active')
    .where('step', '=', job.step)
    .forUpdate()
    .executeTakeFirst();
  if (!held) throw new JobTaken();
}

/**
 * Notes in the transaction of a batch how far the job is; without a cursor it is completed. Returns the job for the next
 * batch. Progress never goes back.
 * Invariant: only the runner that read the current step moves it.
 */
export async function advanceJob<Input, Cursor, Done extends Counts>(
  tx: ProjectTx,
  job: Job<Input, Cursor, Done>,
  { cursor, counts, done }: Standing<Cursor, Done>,
): Promise<Job<Input, Cursor, Done> | null> {
  const isOver = cursor === null;
  const moved = await tx.db
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
  if (!moved) throw new JobTaken();
  if (!isOver) return { ...job, cursor, counts, step: job.step + 1 };
  await dropMaterial(tx, job.id);
  return null;
}
