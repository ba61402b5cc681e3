import type { Rate } from './consume-rate.ts';

const maxKept = 50_000;
const sweepEveryMs = 1_000;

/**
 * Counts in this process only: the fallback while the shared counter cannot be reached (D-132), and for limits that are not
 * worth a statement; `by` -1 takes a count back. Keeps 50,000 windows at most; the oldest are dropped first.
 */
export function localRates(now: () => number = Date.now): (key: string, windowSeconds: number, by?: 1 | -1) => Rate {
  const windows = new Map<string, { used: number; resetsAt: number }>();
  let sweepAt = 0;
  const sweep = (at: number): void => {
    sweepAt = at + sweepEveryMs;
    for (const [old, window] of windows) if (window.resetsAt <= at) windows.delete(old);
  };
  return (key, windowSeconds, by = 1) => {
    const at = now();
    if (windows.size > 10_000 && at >= sweepAt) sweep(at);
    const [oldest] = windows.keys();
    if (windows.size >= maxKept && oldest !== undefined) windows.delete(oldest);
    const open = windows.get(key);
    const window = open && open.resetsAt > at ? open : { used: 0, resetsAt: at + windowSeconds * 1_000 };
    window.used = Math.max(0, window.used + by);
    windows.set(key, window);
    return { used: window.used, resetSeconds: Math.max(1, Math.ceil((window.resetsAt - at) / 1_000)) };
  };
}
