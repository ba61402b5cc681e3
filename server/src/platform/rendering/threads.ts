import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { Task } from './work.ts';

/** What became of a task: its result, or the number of the piece it was stopped at (from 0). */
export type Outcome<T> =
  | { readonly kind: 'done'; readonly result: T }
  | { readonly kind: 'stopped'; readonly at: number; readonly cause: unknown };

type Asked<T> = T extends unknown ? Omit<T, 'progress'> : never;

export interface Threads {
  /** Runs a task; a piece of it that takes longer than `stillMs` ends the thread. */
  run<T>(task: Asked<Task>, stillMs: number): Promise<Outcome<T>>;
  close(): Promise<void>;
}

const lookEveryMs = 25;
const file = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js';

/** Threads with a bound on memory and no environment; made when the first task comes. */
export function makeThreads(count: number): Threads {
  let pool: Piscina | null = null;
  const open = (): Piscina => {
    pool ??= new Piscina({
      filename: fileURLToPath(new URL(file, import.meta.url)),
      name: 'work',
      minThreads: 1,
      maxThreads: count,
      idleTimeout: Number.POSITIVE_INFINITY,
      concurrentTasksPerWorker: 1,
      recordTiming: false,
      env: {},
      argv: [],
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    });
    return pool;
  };
  return {
    async run(task, stillMs) {
      const progress = new SharedArrayBuffer(4);
      const watch = watchProgress(new Int32Array(progress), stillMs);
      try {
        return { kind: 'done', result: await open().run({ ...task, progress }, { signal: watch.signal }) };
      } catch (error) {
        // Why: out of memory ends the thread as surely as we do; both leave the place they had come to.
        const place = Atomics.load(new Int32Array(progress), 0);
        if (place === 0) throw error;
        return { kind: 'stopped', at: place - 1, cause: error };
      } finally {
        watch.end();
      }
    },
    async close() {
      await pool?.destroy();
    },
  };
}

/** Aborts when the same piece has been worked on for too long. Waiting for a thread does not count. */
function watchProgress(place: Int32Array, stillMs: number): { signal: AbortSignal; end(): void } {
  const stop = new AbortController();
  let [seen, since] = [0, 0];
  const timer = setInterval(() => {
    const at = Atomics.load(place, 0);
    if (at !== seen) [seen, since] = [at, performance.now()];
    else if (at > 0 && performance.now() - since >= stillMs) stop.abort();
  }, lookEveryMs);
  return { signal: stop.signal, end: () => clearInterval(timer) };
}
