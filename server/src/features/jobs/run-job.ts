import type { ProjectContext } from '#platform/context';
import { advanceJob, lockJob, StaleJobStep } from './advance-job.ts';
import { failJob } from './end-job.ts';
import type { JobCounts, JobId } from './job.ts';
import type { Job, JobBatch, JobKind } from './job-kind.ts';
import { beginJob, claimJob, maxAttempts } from './start-job.ts';

/** The job cannot continue, whichever worker tries: it fails with this message. */
export class JobBroken extends Error {
  override readonly name = 'JobBroken';
}

const internalError = 'An internal error stopped the job several times in a row.';

/** Why: a killed worker's task is tried again from the last batch, and its tries are counted; a new task starts with none. */
const sliceMilliseconds = 20_000;

/** Works on a job for a limited time, on behalf of the request that created it. A task enqueued with the last batch of the run continues with the rest. */
export async function runJob<Input, Cursor, Done extends JobCounts>(
  task: ProjectContext,
  kind: JobKind<Input, Cursor, Done>,
  id: JobId,
  milliseconds: number = sliceMilliseconds,
): Promise<void> {
  const claimed = await claimJob(task, id);
  if (!claimed) return;
  const ctx = task.onBehalfOf(claimed.origin);
  try {
    if (claimed.attempts > maxAttempts) throw new JobBroken(internalError);
    const job = await beginJob(ctx, kind, claimed.job);
    if (job) await runBatches(ctx, kind, job, milliseconds);
  } catch (error) {
    if (error instanceof StaleJobStep) return;
    if (!(error instanceof JobBroken)) throw error;
    ctx.log.error({ error, jobId: id }, 'job failed');
    await ctx.transaction((tx) => failJob(tx, id, error.message));
  }
}

async function runBatches<Input, Cursor, Done extends JobCounts>(
  ctx: ProjectContext,
  kind: JobKind<Input, Cursor, Done>,
  first: Job<Input, Cursor, Done>,
  milliseconds: number,
): Promise<void> {
  const batch = await kind.open(ctx, first);
  const end = performance.now() + milliseconds;
  for (let job: Job<Input, Cursor, Done> | null = first; job; ) {
    const isLast = performance.now() >= end;
    job = await runBatch(ctx, kind, job, { batch, isLast });
    if (isLast) return;
  }
}

/** One batch, its counts and the cursor, in one transaction. After the last batch of a run the next task continues. */
function runBatch<Input, Cursor, Done extends JobCounts>(
  ctx: ProjectContext,
  kind: JobKind<Input, Cursor, Done>,
  job: Job<Input, Cursor, Done>,
  { batch, isLast }: { batch: JobBatch<Input, Cursor, Done>; isLast: boolean },
): Promise<Job<Input, Cursor, Done> | null> {
  return ctx.transaction(async (tx) => {
    await lockJob(tx, job);
    const next = await advanceJob(tx, job, await batch(tx, job));
    if (next && isLast) await tx.enqueue(kind.task, { jobId: job.id });
    return next;
  });
}
