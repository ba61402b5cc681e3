import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { newProgress, readProgress } from './progress.ts';
import type { Patience } from './watch.ts';
import { watch } from './watch.ts';
import type { Task } from './work.ts';

/** What became of a task: its result, or the number of the piece it was stopped at (from 0). */
export type Outcome<T> =
  | { readonly kind: 'done'; readonly result: T }
  | { readonly kind: 'stopped'; readonly at: number; readonly cause: unknown };

type Asked<T> = T extends unknown ? Omit<T, 'progress'> : never;

export interface Threads {
  /** Runs a task; a piece of it that takes too long ends the thread. */
  run<T>(task: Asked<Task>, patience: Patience): Promise<Outcome<T>>;
  close(): Promise<void>;
}

const file = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js';

export interface ThreadOptions {
  readonly threads: number;
  /** What a thread may hold beside its youngest objects; 96 MB when left out. */
  readonly memoryMb?: number;
  /** A thread ended while it had nothing to do; another one takes its place. */
  onLost(cause: unknown): void;
}

/** Threads with a bound on memory and no environment; made when the first task comes. */
export function makeThreads({ threads, memoryMb = 96, onLost }: ThreadOptions): Threads {
  let pool: Piscina | null = null;
  const open = (): Piscina => {
    pool ??= made();
    return pool;
  };
  const made = (): Piscina => {
    const threadPool = new Piscina({
      filename: fileURLToPath(new URL(file, import.meta.url)),
      name: 'work',
      // Why one more: it stands ready while the place of a thread that was ended is filled, which takes its time.
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
    // Why: nobody listening would end the whole process.
    threadPool.on('error', onLost);
    return threadPool;
  };
  return {
    async run(task, patience) {
      const progress = newProgress();
      const watching = watch(progress, patience, () => pool?.threads ?? []);
      try {
        return { kind: 'done', result: await open().run({ ...task, progress }, { signal: watching.signal }) };
      } catch (cause) {
        // Why: out of memory ends the thread as surely as we do; both leave the place they had come to.
        const { place } = readProgress(progress);
        if (place === 0 && !isOutOfMemory(cause)) throw cause;
        return { kind: 'stopped', at: Math.max(0, place - 1), cause };
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
