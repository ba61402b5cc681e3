import type { Worker } from 'node:worker_threads';
import { readProgress } from './progress.ts';

/** How long one piece of work may take. */
export interface Patience {
  /** Of the thread's own time. */
  readonly ownMs: number;
  /** By the clock, whatever the thread got of it. */
  readonly clockMs: number;
}

const lookEveryMs = 25;

/**
 * Aborts when one piece of a task takes too long. Waiting for a thread does not count.
 * Why own time: on a machine with too much to do, a thread may stand still for half a second through no fault of the
 * text, and its mail would be spoilt for nothing.
 */
export function watch(
  progress: SharedArrayBuffer,
  patience: Patience,
  threads: () => readonly Worker[],
): { signal: AbortSignal; end(): void } {
  const stop = new AbortController();
  let seen = { place: 0, since: 0 };
  const look = async (): Promise<void> => {
    const { place, threadId, usedMs } = readProgress(progress);
    if (place !== seen.place) seen = { place, since: performance.now() };
    if (place === 0) return;
    const still = performance.now() - seen.since;
    if (still < patience.ownMs) return;
    const own = (await usedBy(threads().find((thread) => thread.threadId === threadId))) - usedMs;
    if (readProgress(progress).place !== place) return;
    if (own >= patience.ownMs || still >= patience.clockMs) stop.abort();
  };
  const timer = setInterval(() => void look().catch(() => stop.abort()), lookEveryMs);
  return { signal: stop.signal, end: () => clearInterval(timer) };
}

/** Milliseconds a thread has used in its life; for ever where Node cannot tell, so that the clock alone decides. */
async function usedBy(thread: Worker | undefined): Promise<number> {
  if (!thread?.cpuUsage) return Number.POSITIVE_INFINITY;
  const { user, system } = await thread.cpuUsage();
  return (user + system) / 1_000;
}
