import { createJob, type JobId } from '#features/jobs';
import type { ProjectContext } from '#platform/context';
import { type BulkOperation, type BulkSelection, bulkJobs } from './bulk-job.ts';

/** Queues a run over many contacts. Which ones is decided when it starts. */
export function startBulk(ctx: ProjectContext, operation: BulkOperation, selection: BulkSelection): Promise<JobId> {
  return ctx.transaction((tx) => createJob(tx, bulkJobs[operation], selection));
}
