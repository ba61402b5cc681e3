import { z } from 'zod';
import { defineRoute, pathId } from '#platform/http';
import { pollJob } from './get-job.ts';
import { JobNotFound } from './refusals.ts';
import { JobReply, toJobReply } from './shapes.ts';

const params = z.object({ jobId: pathId<'job'>('job', JobNotFound) });

/** Both paths return any job of the project (D-226). */
const jobAt = (path: string, summary: string) =>
  defineRoute({
    method: 'GET',
    path,
    summary,
    access: 'secret',
    params,
    replies: { 200: JobReply },
    refuses: [JobNotFound],
    async run(ctx, { params: { jobId } }) {
      return toJobReply(await pollJob(ctx, jobId));
    },
  });

export const importJob = jobAt('/contacts/import/:jobId', 'State and result of an import');
export const bulkJob = jobAt('/contacts/bulk/:jobId', 'State and result of a job');
