/** Decides which lanes may start another handler now. */
export interface YieldPolicy {
  mayStart(lane: number): boolean;
  began(lane: number): void;
  ended(lane: number): void;
}

interface Lanes {
  /** By lane number, most urgent first. */
  readonly yields: readonly boolean[];
  readonly maxSlots: readonly number[];
}

/** How long a lane yields after the last row of a more urgent one began: more are likely to follow. */
const yieldMs = 1_000;
/** Handlers that a lane may run while it yields. */
const maxWhileYielding = 2;
/** How long it starts none while a more urgent row is in progress. It never stops completely, however many urgent rows come. */
export const maxStartDelayMs = 150;

/**
 * While the process is short of processor time and rows of a more urgent lane come, a yielding lane runs two handlers at a time,
 * and starts none while such a row is in progress (for a moment only: it may hang at a relay). Running handlers continue. So a
 * receipt shares the processor with very little of a campaign. Where the relay is the bottleneck, nothing changes.
 * Rows that wait to start are already claimed, in few and large claims.
 */
export function makeYieldPolicy({ yields, maxSlots }: Lanes, isBusy: () => boolean = busyLoop()): YieldPolicy {
  const running = yields.map(() => 0);
  const beganAt = yields.map(() => Number.NEGATIVE_INFINITY);
  const above = (lane: number, has: (other: number) => boolean): boolean =>
    yields.some((_, other) => other < lane && has(other));
  const isUnderWay = (lane: number): boolean => (running[lane] ?? 0) > 0;
  const wasRecent = (lane: number): boolean => performance.now() - (beganAt[lane] ?? 0) < yieldMs;
  const max = (lane: number): number => {
    const all = maxSlots[lane] ?? 0;
    if (!yields[lane] || !above(lane, wasRecent) || !isBusy()) return all;
    const hasWaited = performance.now() - (beganAt[lane] ?? 0) >= maxStartDelayMs;
    return above(lane, isUnderWay) && !hasWaited ? 0 : maxWhileYielding;
  };
  const count = (lane: number, change: number): void => {
    running[lane] = (running[lane] ?? 0) + change;
  };
  return {
    mayStart: (lane) => (running[lane] ?? 0) < max(lane),
    began(lane) {
      count(lane, 1);
      beganAt[lane] = performance.now();
    },
    ended: (lane) => count(lane, -1),
  };
}

const sampleMs = 100;
const busyFrom = 0.5;
/** Yielding makes the process less busy; without this, lanes would stop yielding at once. */
const busyForMs = 1_000;

/** Returns whether this process was short of processor time lately: then more work at once only delays everything. */
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
    return at - busyAt < busyForMs;
  };
}
