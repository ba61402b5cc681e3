import { setTimeout as delay } from 'node:timers/promises';
import { findJob, type JobId, openResetJob } from '#features/jobs';
import { LostRace } from '#platform/db';
import { type MemberCall, ProjectNotFound } from '#platform/identity';
import { requireName } from './confirm-name.ts';
import { eraseData } from './erase-data.ts';

export interface ResetOutcome {
  readonly jobId: JobId;
  readonly isDone: boolean;
}

/** How long the reply waits for the end (D-1150). */
const waitMs = 25_000;
const pauseMs = 100;

/**
 * Resets a project: the mark at once, in a transaction of its own, from whose commit on no mail leaves and no transaction of the project
 * opens; its data by a task. Of two at once one finds the mark of the other.
 */
export async function resetProject(call: MemberCall, confirm: string | undefined): Promise<ResetOutcome> {
  const ctx = call.inProject(call.projectId);
  const jobId = await ctx.transaction(async (tx) => {
    const project = await tx.db
      .selectFrom('projects')
      .select(['name', 'wipeBeganAt'])
      .where('id', '=', tx.projectId)
      .where('deletedAt', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!project) throw ProjectNotFound(tx.projectId);
    if (project.wipeBeganAt) throw new LostRace(); // the next try finds the mark when it opens
    requireName(confirm, project.name);
    const id = await openResetJob(tx);
    await tx.db
      .updateTable('projects')
      .set({ wipeBeganAt: tx.now, resetJobId: id })
      .where('id', '=', tx.projectId)
      .execute();
    await tx.enqueue(eraseData, { projectId: tx.projectId }, { mergeKey: tx.projectId });
    return id;
  });
  return { jobId, isDone: await hasEnded(call, jobId) };
}

/**
 * A job that is gone has ended: a later reset or a deletion has erased it. When it cannot be read the reset goes on nevertheless, so the
 * reply is not an error.
 */
async function hasEnded(call: MemberCall, jobId: JobId): Promise<boolean> {
  const ctx = call.inProject(call.projectId);
  for (const until = performance.now() + waitMs; performance.now() < until && !call.stopping.aborted; ) {
    try {
      const job = await ctx.read((reader) => findJob(reader, jobId));
      if (!job || job.state === 'completed') return true;
    } catch (error) {
      ctx.log.warn({ error, jobId }, 'whether a reset has ended is not known');
      return false;
    }
    await delay(pauseMs);
  }
  return false;
}
