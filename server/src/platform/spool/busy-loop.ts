const sampleMs = 100;
const busyFrom = 0.5;
/** Who holds back makes the process less busy; without this it would at once let go again. */
const staysMs = 1_000;

/** Tells whether this process was short of processor time lately: then more at once only makes everything wait. */
export function busyLoop(): () => boolean {
  let last = performance.eventLoopUtilization();
  let lastAt = performance.now();
  let busyAt = Number.NEGATIVE_INFINITY;
  return () => {
    const at = performance.now();
    if (at - lastAt >= sampleMs) {
      const now = performance.eventLoopUtilization();
      if (performance.eventLoopUtilization(now, last).utilization > busyFrom) busyAt = at;
      [last, lastAt] = [now, at];
    }
    return at - busyAt < staysMs;
  };
}
