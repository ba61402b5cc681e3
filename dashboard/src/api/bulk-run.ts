import type { PostriderSession } from '@postrider/sdk';
import { type BulkOperation, type BulkResult, bulkResultOf, isFinished, type Job } from './contact-jobs.ts';
import { type Problem, problemOf } from './problem.ts';

/** These contacts, or all that a list shows. */
export type BulkTarget =
  | { readonly ids: readonly string[] }
  | { readonly filter: { readonly search?: string; readonly subscribed?: boolean }; readonly count: number };

export interface BulkRun {
  readonly operation: BulkOperation;
  readonly requested: number;
  /** Whole number from 0 to 100 over all jobs of the run; it never goes back. */
  readonly progress: number;
  readonly result: BulkSum | null;
  readonly problem: Problem | null;
}

export type BulkSum = Pick<BulkResult, 'successCount' | 'unchangedCount' | 'failureCount' | 'errors'>;

/** The most ids that one job takes. */
const maxIds = 1_000;
const pollMs = 400;

/** Changes many contacts: as many jobs as the ids need, told as one run. */
export async function runBulk(
  session: PostriderSession,
  operation: BulkOperation,
  target: BulkTarget,
  onProgress: (run: BulkRun) => void,
): Promise<BulkRun> {
  const requested = 'ids' in target ? target.ids.length : target.count;
  let run: BulkRun = { operation, requested, progress: 0, result: null, problem: null };
  const tell = (change: Partial<BulkRun>): BulkRun => {
    run = { ...run, ...change };
    onProgress(run);
    return run;
  };
  tell({});
  const jobs: Job[] = [];
  let problem: Problem | null = null;
  try {
    // Why all at once: a person who leaves the page leaves no job behind that was never started.
    const started = await startJobs(session, operation, target);
    problem = started.problem;
    for (const [index, jobId] of started.jobIds.entries()) {
      const job = await finishedJob(session, jobId, ({ progress }) => {
        const done = (index * 100 + progress) / (started.jobIds.length || 1);
        tell({ progress: Math.max(run.progress, Math.min(99, Math.floor(done))) });
      });
      jobs.push(job);
    }
  } catch (error) {
    problem = problemOf(error);
  }
  return tell({ progress: problem ? run.progress : 100, result: sumOf(jobs), problem });
}

/** Stops at the first refusal: the jobs before it run all the same. */
async function startJobs(session: PostriderSession, operation: BulkOperation, target: BulkTarget) {
  const start = {
    subscribe: session.contacts.bulkSubscribe,
    unsubscribe: session.contacts.bulkUnsubscribe,
    delete: session.contacts.bulkDelete,
  }[operation];
  const bodies =
    'ids' in target
      ? partsOf(target.ids, maxIds).map((contactIds) => ({ contactIds: [...contactIds] }))
      : [{ mode: 'query' as const, filter: target.filter }];
  const jobIds: string[] = [];
  for (const body of bodies) {
    try {
      jobIds.push((await start(body)).jobId);
    } catch (error) {
      return { jobIds, problem: problemOf(error) };
    }
  }
  return { jobIds, problem: null };
}

async function finishedJob(session: PostriderSession, jobId: string, onJob: (job: Job) => void): Promise<Job> {
  for (;;) {
    const job = await session.contacts.bulkJob(jobId);
    onJob(job);
    if (isFinished(job)) return job;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/** What came out of all jobs together. */
export function sumOf(jobs: readonly Job[]): BulkSum {
  const sum = { successCount: 0, unchangedCount: 0, failureCount: 0, errors: [] as BulkSum['errors'] };
  for (const job of jobs) {
    const result = bulkResultOf(job);
    if (!result) continue;
    sum.successCount += result.successCount;
    sum.unchangedCount += result.unchangedCount;
    sum.failureCount += result.failureCount;
    sum.errors.push(...result.errors);
  }
  return sum;
}

export function partsOf<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const parts: (readonly T[])[] = [];
  for (let from = 0; from < items.length; from += size) parts.push(items.slice(from, from + size));
  return parts;
}
