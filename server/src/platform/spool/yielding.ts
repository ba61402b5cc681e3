import { busyLoop } from './busy-loop.ts';

/** Which lanes may start another handler now. */
export interface Yielding {
  mayStart(lane: number): boolean;
  began(lane: number): void;
  ended(lane: number): void;
}

interface Lanes {
  /** By lane number, most urgent first. */
  readonly yields: readonly boolean[];
  readonly mostSlots: readonly number[];
}

/** How long a lane yields after the last row of a more urgent one began: the next of its kind is near. */
const nearMs = 1_000;
/** Handlers that a yielding lane may always run. It never stands still, however steady the stream above it is. */
const alwaysRun = 2;

/**
 * While the process is short of processor time, a yielding lane starts next to nothing as long as a row of a more urgent lane
 * is under way (for a second: it may hang at a relay), and keeps to a third of its slots for a while after. What had begun goes on: so a receipt shares the processor
 * with a few mails of a campaign and not with all that its slots could hold. Where a relay is what takes the time, nothing
 * changes. Rows that wait to start are held already, and the claims for them are few and large.
 */
export function makeYielding({ yields, mostSlots }: Lanes, isBusy: () => boolean = busyLoop()): Yielding {
  const running = yields.map(() => 0);
  const beganAt = yields.map(() => Number.NEGATIVE_INFINITY);
  const above = (lane: number, has: (other: number) => boolean): boolean =>
    yields.some((_, other) => other < lane && has(other));
  const isUnderWay = (lane: number): boolean => (running[lane] ?? 0) > 0;
  const isNear = (lane: number): boolean => performance.now() - (beganAt[lane] ?? 0) < nearMs;
  const most = (lane: number): number => {
    const all = mostSlots[lane] ?? 0;
    if (!yields[lane] || !above(lane, isNear) || !isBusy()) return all;
    return above(lane, isUnderWay) ? alwaysRun : Math.max(alwaysRun, Math.ceil(all / 3));
  };
  const count = (lane: number, change: number): void => {
    running[lane] = (running[lane] ?? 0) + change;
  };
  return {
    mayStart: (lane) => (running[lane] ?? 0) < most(lane),
    began(lane) {
      count(lane, 1);
      beganAt[lane] = performance.now();
    },
    ended: (lane) => count(lane, -1),
  };
}
