import { z } from 'zod';
import { Instant, instant, instantOrNull } from '#platform/http';
import type { PolledJob } from './get-job.ts';
import { type JobType, jobStates, jobTypes } from './job.ts';
import type { StoredJobError } from './job-errors.ts';

const ImportResult = z
  .object({
    total: z.int(),
    created: z.int(),
    updated: z.int(),
    skipped: z.int(),
    failed: z.int(),
    errors: z.array(z.object({ row: z.int(), email: z.string().nullable(), error: z.string() })),
  })
  .meta({ id: 'ImportResult' });

const BulkResult = z
  .object({
    operation: z.enum(['subscribe', 'unsubscribe', 'delete']),
    totalRequested: z.int(),
    successCount: z.int(),
    unchangedCount: z.int(),
    failureCount: z.int(),
    errors: z.array(z.object({ contactId: z.uuid(), email: z.string().nullable(), error: z.string() })),
  })
  .meta({ id: 'BulkResult' });

const JobResult = z.union([
  ImportResult,
  BulkResult,
  z.object({ deletedFrom: z.int() }),
  z.object({ deletedCount: z.int() }),
  z.object({ added: z.int(), removed: z.int(), total: z.int() }),
  z.object({ cancelled: z.int() }),
  z.object({ queued: z.int() }),
  z.object({}).meta({ description: 'A reset counts nothing.' }),
]);

export const JobReply = z
  .object({
    id: z.uuid(),
    type: z.enum(jobTypes),
    state: z.enum(jobStates),
    status: z.enum(jobStates),
    progress: z.int().min(0).max(100),
    result: JobResult.nullable(),
    failedReason: z.string().nullable(),
    createdAt: Instant,
    startedAt: Instant.nullable(),
    finishedAt: Instant.nullable(),
  })
  .meta({ id: 'Job' });

/** The reply of every request that starts a job. */
export const QueuedReply = z.object({ jobId: z.uuid(), message: z.string() }).meta({ id: 'QueuedJob' });

export const queuedReply = (jobId: string): z.output<typeof QueuedReply> => ({ jobId, message: 'Queued' });

export const toJobReply = (job: PolledJob): object => ({
  id: job.id,
  type: job.type,
  state: job.state,
  status: job.state,
  progress: job.progress,
  result: job.finishedAt ? { ...job.counts, ...errorsFor(job.type, job.errors) } : null,
  failedReason: job.failedReason,
  createdAt: instant(job.createdAt),
  startedAt: instantOrNull(job.startedAt),
  finishedAt: instantOrNull(job.finishedAt),
});

/** Imports report lines, bulk runs contacts; the other types have no errors of single records. */
function errorsFor(type: JobType, errors: readonly StoredJobError[]): object {
  if (type === 'import') return { errors: errors.map(({ line, email, error }) => ({ row: line, email, error })) };
  if (!type.startsWith('bulk-')) return {};
  return { errors: errors.map(({ recordId, email, error }) => ({ contactId: recordId, email, error })) };
}
