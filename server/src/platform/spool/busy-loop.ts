const sampleMs = 100;
const busyFrom = 0.5;

/** Tells whether this process has been short of processor time lately: then more at once only makes everything wait. */
export function busyLoop(): () => boolean {
  let last = performance.eventLoopUtilization();
  let lastAt = performance.now();
  let isBusy = false;
  return () => {
    if (performance.now() - lastAt < sampleMs) return isBusy;
    const now = performance.eventLoopUtilization();
    isBusy = performance.eventLoopUtilization(now, last).utilization > busyFrom;
    [last, lastAt] = [now, performance.now()];
    return isBusy;
  };
}
