import type { Id } from '#platform/ids';

export type JobId = Id<'job'>;

export const jobTypes = [
  'import',
  'bulk-subscribe',
  'bulk-unsubscribe',
  'bulk-delete',
  'delete-field',
  'delete-event',
  'compute-segment',
  'cancel-executions',
  'replay-webhooks',
  'reset',
] as const;
export type JobType = (typeof jobTypes)[number];

export const jobStates = ['waiting', 'active', 'completed', 'failed'] as const;
export type JobState = (typeof jobStates)[number];

/** Numbers that show how far a job is and, in the end, what it did. */
export type JobCounts = Readonly<Record<string, string | number>>;

/** What a user sees of a job. */
export interface JobRecord {
  id: JobId;
  type: JobType;
  state: JobState;
  progress: number;
  counts: JobCounts;
  failedReason: string | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}

/** A single row or record that failed; the job continues. */
export interface JobError {
  /** The line of the file, or the index among the records. */
  line: number;
  email?: string | null;
  recordId?: string;
  error: string;
  /** The line as it was. */
  cells?: readonly string[];
}

/** Finished jobs are kept this long, then no request finds them (D-227). */
const retentionDays = 7;

export const retentionStart = (now: Date): Date => new Date(now.getTime() - retentionDays * 86_400_000);

/** Whole percent; 100 is for completed jobs only. */
export const percentOf = (done: number): number => Math.max(0, Math.min(99, Math.floor(done * 100) || 0));
