import { sql } from 'kysely';
import type { ProjectContext, RequestOrigin } from '#platform/context';
import { advanceJob, lockJob } from './advance-job.ts';
import type { JobCounts, JobId } from './job.ts';
import type { Job, JobKind } from './job-kind.ts';

/** How often a job is started again without completing another batch. */
export const maxAttempts = 5;

export interface ClaimedJob {
  /** Input, cursor and counts of the kind that made the job; the cursor is null before it has begun. */
  job: Job<unknown, unknown, JobCounts>;
  /** Starts since the last batch, this one included. */
  attempts: number;
  origin: RequestOrigin | null;
}

/** Marks a job as started. Null when it has ended or is gone. The attempt counts even if this process dies at once. */
export async function claimJob(ctx: ProjectContext, id: JobId): Promise<ClaimedJob | null> {
  const row = await ctx.transaction((tx) =>
    tx.db
      .updateTable('jobs')
      .set({
        state: 'active',
        startedAt: sql`coalesce(started_at, ${tx.now})`,
        attempts: sql`attempts + 1`,
      })
      .where('projectId', '=', tx.projectId)
      .where('id', '=', id)
      .where('state', 'in', ['waiting', 'active'])
      .returning(['input', 'cursor', 'counts', 'step', 'attempts', 'origin'])
      .executeTakeFirst(),
  );
  if (!row) return null;
  const { attempts, origin, ...rest } = row;
  // The casts: written by createJob and advanceJob.
  return { job: { id, ...rest, counts: rest.counts as JobCounts }, attempts, origin: origin as RequestOrigin | null };
}

/** The job at its next batch: begun now, if this is its first start. Null when there was nothing to do. */
export function beginJob<Input, Cursor, Done extends JobCounts>(
  ctx: ProjectContext,
  kind: JobKind<Input, Cursor, Done>,
  claimed: Job<unknown, unknown, JobCounts>,
): Promise<Job<Input, Cursor, Done> | null> {
  const job = claimed as Job<Input, Cursor, Done>; // its id came from a task of this kind
  if (job.cursor !== null) return Promise.resolve(job);
  return ctx.transaction(async (tx) => {
    await lockJob(tx, job);
    return advanceJob(tx, job, await kind.begin(tx, job));
  });
}
