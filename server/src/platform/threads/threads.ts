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
  /** A thread ended while it was idle; another one replaces it. */
  onLost(cause: unknown): void;
}

/** Threads of a program, whose function `work` takes the tasks; with a memory limit and no environment, created for the first task. */
export function makeThreads<Task extends ThreadTask>(
  program: keyof typeof programs,
  { threads, memoryMb = 96, onLost }: ThreadOptions,
): Threads<Task> {
  let pool: Piscina | null = null;
  const getPool = (): Piscina => {
    pool ??= create();
    return pool;
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
      const watching = watch(progress, timeLimit, () => pool?.threads ?? []);
      try {
        return { kind: 'done', result: await getPool().run({ ...task, progress }, { signal: watching.signal }) };
      } catch (cause) {
        // Why: running out of memory ends the thread as our abort does; both leave the index they had reached.
        const { index } = readProgress(progress);
        if (index === 0 && !isOutOfMemory(cause)) throw cause;
        return { kind: 'stopped', at: Math.max(0, index - 1), cause };
      } finally {
        watching.end();
      }
    },
    async close() {
      await pool?.destroy();
    },
  };
}

const isOutOfMemory = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
