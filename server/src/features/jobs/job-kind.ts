import type { z } from 'zod';
import type { ProjectContext, ProjectTx } from '#platform/context';
import type { TaskDefinition } from '#platform/queue';
import type { Counts, JobId, JobType } from './job.ts';

/** A job in the hands of its runner. */
export interface Job<Input, Cursor, Done extends Counts> {
  readonly id: JobId;
  readonly input: Input;
  /** Where the next batch starts. */
  readonly cursor: Cursor;
  /** What was done so far. */
  readonly counts: Done;
  /** Batches done. */
  readonly step: number;
}

/** Where a job stands before its first batch, and after each. */
export interface Standing<Cursor, Done extends Counts> {
  /** Null: nothing is left to do. */
  cursor: Cursor | null;
  counts: Done;
  /** How much of the work is done, from 0 to 1. */
  done: number;
}

/** One piece of the work. It, its counts and the cursor commit together, so a batch happens once or not at all. */
export type Batch<Input, Cursor, Done extends Counts> = (
  tx: ProjectTx,
  job: Job<Input, Cursor, Done>,
) => Promise<Standing<Cursor, Done>>;

export interface JobOptions<Input, Cursor, Done extends Counts> {
  readonly type: JobType;
  /** Name of the task that does the work, `room.verb`. */
  readonly name: string;
  /** The counts of a job that has done nothing. */
  readonly nothing: Done;
  /** Decides once, before the first batch, what holds for the whole job. */
  begin(tx: ProjectTx, job: { id: JobId; input: Input }): Promise<Standing<Cursor, Done>>;
  /** Fetches what the batches of one run need. */
  open(ctx: ProjectContext, job: Job<Input, Cursor, Done>): Promise<Batch<Input, Cursor, Done>>;
}

export interface JobKind<Input, Cursor, Done extends Counts> extends JobOptions<Input, Cursor, Done> {
  /** For the manifest of the room that defines the kind. */
  readonly task: TaskDefinition<ProjectContext, JobPayload>;
}

export type JobPayload = z.ZodObject<{ jobId: z.ZodUUID }>;
