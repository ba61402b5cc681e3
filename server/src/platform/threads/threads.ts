import { Piscina } from 'piscina';
import { programFile, type programs } from '#platform/program-files';
import { newProgress, readProgress } from './progress.ts';
import { type TimeLimit, watch } from './watch.ts';

/** The result of a task, or the index of the piece at which it was stopped. */
export type TaskOutcome<T> =
  | { readonly kind: 'done'; readonly result: T }
  | { readonly kind: 'stopped'; readonly at: number; readonly cause: unknown };

/** What every task carries: where the thread reports its progress. */
export interface ThreadTask {
  readonly progress: SharedArrayBuffer;
}

type TaskInput<T> = T extends unknown ? Omit<T, 'progress'> : never;

export interface Threads<Task extends ThreadTask> {
  /** Runs a task; a piece of it that takes too long ends the thread. */
  run<T>(task: TaskInput<Task>, timeLimit: TimeLimit): Promise<TaskOutcome<T>>;
  close(): Promise<void>;
}

export interface ThreadOptions {
  readonly threads: number;
  /** Limit of a thread's old generation; 96 MB when left out. */
  readonly memoryMb?: number;
  /** How long they stay without a task; five minutes when left out. */
  readonly idleSeconds?: number;
  /** A thread ended while it was idle; another one replaces it. */
  onLost(cause: unknown): void;
}

/** Long enough that a page of previews or a campaign keeps its threads, some 40 MB each. */
const usualIdleSeconds = 300;

/**
 * Threads of a program, whose function `work` takes the tasks; with a memory limit and no environment. They are created for the first task,
 * and again for the next one after they have ended for want of any.
 */
export function makeThreads<Task extends ThreadTask>(
  program: keyof typeof programs,
  { threads, memoryMb = 96, idleSeconds = usualIdleSeconds, onLost }: ThreadOptions,
): Threads<Task> {
  let pool: Piscina | null = null;
  let isClosed = false;
  let underWay = 0;
  let idle: NodeJS.Timeout | undefined;
  let ended: Promise<unknown> = Promise.resolve();
  /** Ends the threads; a task that comes meanwhile gets new ones. */
  const end = (): Promise<unknown> => {
    const last = pool;
    pool = null;
    ended = Promise.all([ended, last?.destroy()]);
    return ended;
  };
  const beginTask = (): Piscina => {
    if (isClosed) throw new Error('the threads are closed');
    underWay += 1;
    clearTimeout(idle);
    pool ??= create();
    return pool;
  };
  const endTask = (): void => {
    underWay -= 1;
    if (underWay === 0 && !isClosed) idle = setTimeout(() => void end(), idleSeconds * 1_000).unref();
  };
  const create = (): Piscina => {
    const threadPool = new Piscina({
      filename: programFile(program),
      name: 'work',
      // Why one more: it works while a terminated thread is being replaced, which takes time.
      minThreads: threads + 1,
      maxThreads: threads + 1,
      idleTimeout: Number.POSITIVE_INFINITY,
      concurrentTasksPerWorker: 1,
      recordTiming: false,
      env: {},
      argv: [],
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 12, stackSizeMb: 4 },
    });
    // Why: without a listener the error would end the whole process.
    threadPool.on('error', onLost);
    return threadPool;
  };
  return {
    async run(task, timeLimit) {
      const progress = newProgress();
      const ownPool = beginTask();
      const watching = watch(progress, timeLimit, () => ownPool.threads);
      try {
        return { kind: 'done', result: await ownPool.run({ ...task, progress }, { signal: watching.signal }) };
      } catch (cause) {
        // Why: running out of memory ends the thread as our abort does; both leave the index they had reached.
        const { index } = readProgress(progress);
        if (index === 0 && !isOutOfMemory(cause)) throw cause;
        return { kind: 'stopped', at: Math.max(0, index - 1), cause };
      } finally {
        watching.end();
        endTask();
      }
    },
    async close() {
      isClosed = true;
      clearTimeout(idle);
      await end();
    },
  };
}

const isOutOfMemory = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
