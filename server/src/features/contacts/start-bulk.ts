import type { JobId } from '#features/jobs';
import { createJob } from '#features/jobs';
import type { ProjectContext } from '#platform/context';
import type { BulkOperation, BulkSelection } from './bulk-job.ts';
import { bulkJobs } from './bulk-job.ts';

/** Queues a run over many contacts. Which ones is decided when it starts. */
export function startBulk(ctx: ProjectContext, operation: BulkOperation, selection: BulkSelection): Promise<JobId> {
  return ctx.transaction((tx) => createJob(tx, bulkJobs[operation], selection));
}
