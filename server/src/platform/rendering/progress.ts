import { threadId } from 'node:worker_threads';

/** What a thread tells about itself in shared memory, while it is too busy to answer: place, thread, time used so far. */
export const newProgress = (): SharedArrayBuffer => new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT);

export interface Progress {
  /** Number of the piece that is worked on, from 1; 0 before the first one. */
  readonly place: number;
  readonly threadId: number;
  /** Milliseconds the thread had used when it began this piece. */
  readonly usedMs: number;
}

/** Milliseconds this thread has worked in its life; those of the clock where Node cannot tell. */
export function ownTime(): number {
  const used = process.threadCpuUsage?.();
  return used ? (used.user + used.system) / 1_000 : performance.now();
}

/** Called by the thread when it begins its next piece. */
export function beginPiece(progress: SharedArrayBuffer): void {
  const memory = new Int32Array(progress);
  Atomics.store(memory, 1, threadId);
  Atomics.store(memory, 2, Math.floor(ownTime()));
  Atomics.add(memory, 0, 1);
}

export function readProgress(progress: SharedArrayBuffer): Progress {
  const memory = new Int32Array(progress);
  const place = Atomics.load(memory, 0);
  return { place, threadId: Atomics.load(memory, 1), usedMs: Atomics.load(memory, 2) };
}
