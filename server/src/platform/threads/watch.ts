import type { Worker } from 'node:worker_threads';
import { readProgress } from './progress.ts';

/** How long one piece of work may take. */
export interface TimeLimit {
  /** CPU time of the thread. */
  readonly cpuMs: number;
  /** Elapsed time, whatever CPU time the thread got. */
  readonly clockMs: number;
}

const lookEveryMs = 25;

/**
 * Aborts when one piece of a task takes too long. Waiting for a thread does not count.
 * Why CPU time: on an overloaded machine a thread may get no processor for half a second through no fault of the text,
 * and a good mail would be stopped.
 */
export function watch(
  progress: SharedArrayBuffer,
  timeLimit: TimeLimit,
  threads: () => readonly Worker[],
): { signal: AbortSignal; end(): void } {
  const stop = new AbortController();
  let current = { index: 0, since: 0 };
  const look = async (): Promise<void> => {
    const { index, threadId, usedMs } = readProgress(progress);
    if (index !== current.index) current = { index, since: performance.now() };
    if (index === 0) return;
    const elapsedMs = performance.now() - current.since;
    if (elapsedMs < timeLimit.cpuMs) return;
    const cpuMs = (await cpuMsOf(threads().find((thread) => thread.threadId === threadId))) - usedMs;
    if (readProgress(progress).index !== index) return;
    if (cpuMs >= timeLimit.cpuMs || elapsedMs >= timeLimit.clockMs) stop.abort();
  };
  const timer = setInterval(() => void look().catch(() => stop.abort()), lookEveryMs);
  return { signal: stop.signal, end: () => clearInterval(timer) };
}

/** CPU milliseconds of a thread since its start; infinity where Node does not report them, so that only the clock decides. */
async function cpuMsOf(thread: Worker | undefined): Promise<number> {
  if (!thread?.cpuUsage) return Number.POSITIVE_INFINITY;
  const { user, system } = await thread.cpuUsage();
  return (user + system) / 1_000;
}
