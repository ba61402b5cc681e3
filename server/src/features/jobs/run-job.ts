import type { ProjectContext } from '#platform/context';
import { advanceJob, holdJob, JobTaken } from './advance-job.ts';
import { failJob } from './end-job.ts';
import type { Counts, JobId } from './job.ts';
import type { Batch, Job, JobKind } from './job-kind.ts';
import { beginJob, mostAttempts, takeJob } from './start-job.ts';

/** The job cannot go on, whoever tries: it fails with this sentence. */
export class JobBroken extends Error {
  override readonly name = 'JobBroken';
}

const internalError = 'An internal error stopped the job several times in a row.';

/** Why: a killed worker's task is tried again from the last batch, and its tries are counted; a new task starts afresh. */
const sliceMilliseconds = 20_000;

/** Works on a job for a while. What is left after that, a task enqueued with the last batch goes on with. */
export async function runJob<Input, Cursor, Done extends Counts>(
  ctx: ProjectContext,
  kind: JobKind<Input, Cursor, Done>,
  id: JobId,
  milliseconds: number = sliceMilliseconds,
): Promise<void> {
  const taken = await takeJob(ctx, id);
  if (!taken) return;
  try {
    if (taken.attempts > mostAttempts) throw new JobBroken(internalError);
    const job = await beginJob(ctx, kind, taken.job);
    if (job) await runBatches(ctx, kind, job, milliseconds);
  } catch (error) {
    if (error instanceof JobTaken) return;
    if (!(error instanceof JobBroken)) throw error;
    ctx.log.error({ error, jobId: id }, 'job failed');
    await ctx.transaction((tx) => failJob(tx, id, error.message));
  }
}

async function runBatches<Input, Cursor, Done extends Counts>(
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

/** One batch, its counts and the cursor, in one transaction. After the last one of a run the next task goes on. */
function runBatch<Input, Cursor, Done extends Counts>(
  ctx: ProjectContext,
  kind: JobKind<Input, Cursor, Done>,
  job: Job<Input, Cursor, Done>,
  { batch, isLast }: { batch: Batch<Input, Cursor, Done>; isLast: boolean },
): Promise<Job<Input, Cursor, Done> | null> {
  return ctx.transaction(async (tx) => {
    await holdJob(tx, job);
    const next = await advanceJob(tx, job, await batch(tx, job));
    if (next && isLast) await tx.enqueue(kind.task, { jobId: job.id });
    return next;
  });
}
