import type { z } from 'zod';

/** Higher runs first when several kinds wait. */
export type TaskPriority = 'urgent' | 'normal' | 'bulk';

interface TaskOptions<Payload extends z.ZodType> {
  /** `feature.verb`, for example `contacts.import`. */
  readonly name: string;
  /** Ids only: the task reads current rows when it runs, and the app role can read the queue's tables. */
  readonly payload: Payload;
  /** The delay doubles from try to try, up to `maxDelaySeconds`. */
  readonly retry?: { attempts: number; delaySeconds?: number; maxDelaySeconds?: number };
  readonly priority?: TaskPriority;
  /** How many of one project's tasks of this kind run at once, over all workers. */
  readonly perProject?: number;
  /**
   * Only one task per project and `mergeKey` waits at a time; a second one is dropped, because it would do the same: the
   * waiting one runs after the transaction that enqueued the second has ended.
   */
  readonly isMerged?: boolean;
  /** A task that runs longer counts as lost. */
  readonly expireSeconds?: number;
}

export interface TaskDefinition<Context = never, Payload extends z.ZodType = z.ZodType> extends TaskOptions<Payload> {
  /** `project`: runs inside the project it was enqueued from. `instance`: schedules and account mail. */
  readonly scope: 'project' | 'instance';
  readonly run: (ctx: Context, payload: z.output<Payload>) => Promise<void>;
}

export type AnyTask = TaskDefinition<never, z.ZodType>;

export interface EnqueueOptions {
  startAfter?: Date;
  /** Distinguishes the waiting tasks of a merged kind within one project. */
  mergeKey?: string;
}

/** A schedule finds due work of all projects and enqueues it; it never does the work itself. */
export interface Schedule<Context = never> {
  readonly name: string;
  readonly cron: string;
  readonly run: (ctx: Context) => Promise<void>;
}

export const makeTask =
  <Context>(scope: 'project' | 'instance') =>
  <Payload extends z.ZodType>(
    task: TaskOptions<Payload> & { run: (ctx: Context, payload: z.output<Payload>) => Promise<void> },
  ): TaskDefinition<Context, Payload> => ({ ...task, scope });
