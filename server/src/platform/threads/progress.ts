import { threadId } from 'node:worker_threads';

/** The shared memory in which a busy thread reports its progress: index, thread id, CPU time used so far. */
export const newProgress = (): SharedArrayBuffer => new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT);

export interface Progress {
  /** Number of the current piece of work, from 1; 0 before the first one. */
  readonly index: number;
  readonly threadId: number;
  /** CPU milliseconds the thread had used when it began this piece. */
  readonly usedMs: number;
}

/** CPU milliseconds of this thread since its start; clock time where Node does not report them. */
export function threadCpuMs(): number {
  const used = process.threadCpuUsage?.();
  return used ? (used.user + used.system) / 1_000 : performance.now();
}

/** Called by the thread when it begins its next piece. */
export function beginPiece(progress: SharedArrayBuffer): void {
  const memory = new Int32Array(progress);
  Atomics.store(memory, 1, threadId);
  Atomics.store(memory, 2, Math.floor(threadCpuMs()));
  Atomics.add(memory, 0, 1);
}

export function readProgress(progress: SharedArrayBuffer): Progress {
  const memory = new Int32Array(progress);
  const index = Atomics.load(memory, 0);
  return { index, threadId: Atomics.load(memory, 1), usedMs: Atomics.load(memory, 2) };
}
