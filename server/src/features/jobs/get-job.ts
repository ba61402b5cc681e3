import type { ProjectContext, ProjectReader } from '#platform/context';
import { limits } from '#pure/limits';
import { type JobCounts, type JobId, type JobRecord, retentionStart } from './job.ts';
import { listJobErrors, type StoredJobError } from './job-errors.ts';
import { JobNotFound } from './refusals.ts';

export interface PolledJob extends JobRecord {
  /** The first rows or records that failed; empty before the job has ended. */
  errors: StoredJobError[];
}

/** A job as it is polled. A job that ended more than seven days ago is gone (D-227). */
export function pollJob(ctx: ProjectContext, id: JobId): Promise<PolledJob> {
  return ctx.read(async (reader) => {
    const job = await findJob(reader, id);
    if (!job) throw JobNotFound(id);
    return { ...job, errors: job.finishedAt ? await listJobErrors(reader, id, limits.jobErrorsListed) : [] };
  });
}

/** A job of this project, with what it was asked to do. */
export async function findJob(reader: ProjectReader, id: JobId): Promise<(JobRecord & { input: unknown }) | null> {
  const row = await reader.db
    .selectFrom('jobs')
    .select(['type', 'state', 'progress', 'counts', 'failedReason', 'createdAt', 'startedAt', 'finishedAt', 'input'])
    .where('projectId', '=', reader.projectId)
    .where('id', '=', id)
    .where((where) => where.or([where('finishedAt', 'is', null), where('finishedAt', '>', retentionStart(reader.now))]))
    .executeTakeFirst();
  return row ? { id, ...row, counts: row.counts as JobCounts } : null; // written by createJob and advanceJob
}
