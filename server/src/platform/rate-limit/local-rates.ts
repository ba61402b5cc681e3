import type { Rate } from './index.ts';

/** Counts in this process alone: the fallback while the shared counter cannot be reached (D-132). */
export function localRates(now: () => number = Date.now): (key: string, windowSeconds: number) => Rate {
  const windows = new Map<string, { used: number; resetsAt: number }>();
  return (key, windowSeconds) => {
    const at = now();
    if (windows.size > 10_000) for (const [old, window] of windows) if (window.resetsAt <= at) windows.delete(old);
    const open = windows.get(key);
    const window = open && open.resetsAt > at ? open : { used: 0, resetsAt: at + windowSeconds * 1_000 };
    window.used += 1;
    windows.set(key, window);
    return { used: window.used, resetSeconds: Math.max(1, Math.ceil((window.resetsAt - at) / 1_000)) };
  };
}
