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
] as const;
export type JobType = (typeof jobTypes)[number];

export const jobStates = ['waiting', 'active', 'completed', 'failed'] as const;
export type JobState = (typeof jobStates)[number];

/** Numbers that tell how far a job is and, in the end, what it did. */
export type Counts = Readonly<Record<string, string | number>>;

/** What a user sees of a job. */
export interface JobRecord {
  id: JobId;
  type: JobType;
  state: JobState;
  progress: number;
  counts: Counts;
  failedReason: string | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}

/** Something that failed alone. */
export interface JobError {
  /** The line of the file, or the place among the records. */
  line: number;
  email?: string | null;
  recordId?: string;
  error: string;
  /** The line as it was. */
  cells?: readonly string[];
}

/** Finished jobs are kept so long, then they are gone for everybody (D-227). */
const keptDays = 7;

export const keptSince = (now: Date): Date => new Date(now.getTime() - keptDays * 86_400_000);

/** Whole percent; 100 is for completed jobs alone. */
export const percentOf = (done: number): number => Math.max(0, Math.min(99, Math.floor(done * 100) || 0));
