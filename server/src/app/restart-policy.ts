/** A process that ran for this long was in order: its next end is the first of a series. */
const steadyMs = 60_000;
const maxPauseMs = 30_000;
const maxEnds = 10;
/** A service that is away comes back, and then the process can start (sysexits). */
const serviceAway = 69;

export interface RestartPolicy {
  /** How long to wait before another start, in milliseconds; null when there is no use in another. */
  pauseAfter(end: { readonly ranMs: number; readonly code: number | null }): number | null;
}

/** One for each process: at once after the first end, then after growing pauses, and not for ever. */
export function makeRestartPolicy(): RestartPolicy {
  let ends = 0;
  return {
    pauseAfter({ ranMs, code }) {
      ends = ranMs >= steadyMs ? 1 : ends + 1;
      if (ends > maxEnds && code !== serviceAway) return null;
      return ends === 1 ? 0 : Math.min(maxPauseMs, 1_000 * 2 ** (ends - 2));
    },
  };
}
