import type { z } from 'zod';
import type { ProjectContext, ProjectTx } from '#platform/context';
import type { TaskDefinition } from '#platform/queue';
import type { JobCounts, JobId, JobType } from './job.ts';

/** A job as its runner works on it. */
export interface Job<Input, Cursor, Done extends JobCounts> {
  readonly id: JobId;
  readonly input: Input;
  /** Where the next batch starts. */
  readonly cursor: Cursor;
  /** What was done so far. */
  readonly counts: Done;
  /** Batches done. */
  readonly step: number;
}

/** How far a job is before its first batch, and after each. */
export interface JobProgress<Cursor, Done extends JobCounts> {
  /** Null: nothing is left to do. */
  cursor: Cursor | null;
  counts: Done;
  /** How much of the work is done, from 0 to 1. */
  done: number;
}

/** One part of the work. Its writes, its counts and the cursor commit together, so a batch happens once or not at all. */
export type JobBatch<Input, Cursor, Done extends JobCounts> = (
  tx: ProjectTx,
  job: Job<Input, Cursor, Done>,
) => Promise<JobProgress<Cursor, Done>>;

export interface JobOptions<Input, Cursor, Done extends JobCounts> {
  readonly type: JobType;
  /** Name of the task that does the work, `feature.verb`. */
  readonly name: string;
  /** The counts of a job that has done nothing. */
  readonly initialCounts: Done;
  /** Decides once, before the first batch, what holds for the whole job. */
  begin(tx: ProjectTx, job: { id: JobId; input: Input }): Promise<JobProgress<Cursor, Done>>;
  /** Loads what the batches of one run need. */
  open(ctx: ProjectContext, job: Job<Input, Cursor, Done>): Promise<JobBatch<Input, Cursor, Done>>;
}

export interface JobKind<Input, Cursor, Done extends JobCounts> extends JobOptions<Input, Cursor, Done> {
  /** For the manifest of the feature that defines the kind. */
  readonly task: TaskDefinition<ProjectContext, JobPayload>;
}

export type JobPayload = z.ZodObject<{ jobId: z.ZodUUID }>;
