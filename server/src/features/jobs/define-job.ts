import { z } from 'zod';
import { defineTask } from '#platform/context';
import type { JobCounts, JobId, JobType } from './job.ts';
import type { JobKind, JobOptions } from './job-kind.ts';
import { runJob } from './run-job.ts';

/** The task of each type of job that is defined, for jobs that have lost theirs. */
export const jobTasks = new Map<JobType, JobKind<never, never, JobCounts>['task']>();

/**
 * A kind of job and the task that works on it. The task may run twice, also at the same time: a batch locks the job and
 * continues only from the step that was read, so the slower runner stops.
 */
export function defineJob<Input, Cursor, Done extends JobCounts>(
  options: JobOptions<Input, Cursor, Done>,
): JobKind<Input, Cursor, Done> {
  const kind: JobKind<Input, Cursor, Done> = {
    ...options,
    task: defineTask({
      name: options.name,
      payload: z.object({ jobId: z.uuid() }),
      priority: 'bulk',
      perProject: 1,
      // Why: the job itself gives up after five starts without a batch; a killed worker must not use up its task first.
      retry: { attempts: 25, delaySeconds: 2, maxDelaySeconds: 30 },
      expireSeconds: 900,
      run: (ctx, { jobId }) => runJob(ctx, kind, jobId as JobId), // only createJob and runJob enqueue it
    }),
  };
  jobTasks.set(kind.type, kind.task);
  return kind;
}
