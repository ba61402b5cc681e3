import { busyLoop } from './busy-loop.ts';
import type { LiveClaim } from './claim.ts';

/** The rows this worker holds, and how many more each lane may take. */
export interface Hands {
  readonly held: ReadonlySet<LiveClaim>;
  free(lane: number): number;
  hold(claim: LiveClaim): void;
  drop(claim: LiveClaim): void;
  /** Settles when nothing is held any more. */
  whenEmpty(): Promise<void>;
}

interface Limits {
  readonly slots: number;
  readonly mostSlots: readonly number[];
}

/** How long a lane yields after a row of a lane that does not was taken. */
const yieldMs = 1_000;

/**
 * `onRoom` is called when a quarter of the slots has become free, so that claims are not made one by one.
 * A lane with closed slots yields besides: while others have rows and the process is busy, it keeps to a third of what it
 * may have. Mail of a campaign would else make a receipt wait at every step; it never stands still, and where a relay is
 * what takes the time, nothing changes.
 */
export function makeHands(limits: Limits, onRoom: () => void, isBusy: () => boolean = busyLoop()): Hands {
  const held = new Set<LiveClaim>();
  const byLane = limits.mostSlots.map(() => 0);
  const waiting: (() => void)[] = [];
  const room = Math.max(1, Math.floor(limits.slots / 4));
  let othersAt = -yieldMs;
  const hasClosed = (lane: number): boolean => (limits.mostSlots[lane] ?? 0) < limits.slots;
  const most = (lane: number): number => {
    const all = limits.mostSlots[lane] ?? 0;
    const yields = hasClosed(lane) && performance.now() - othersAt < yieldMs && isBusy();
    return yields ? Math.ceil(all / 3) : all;
  };
  const free = (lane: number): number =>
    Math.max(0, Math.min(limits.slots - held.size, most(lane) - (byLane[lane] ?? 0)));
  const count = (lane: number, change: number): void => {
    byLane[lane] = (byLane[lane] ?? 0) + change;
  };
  return {
    held,
    free,
    hold(claim) {
      if (!hasClosed(claim.laneNumber)) othersAt = performance.now();
      held.add(claim);
      count(claim.laneNumber, 1);
    },
    drop(claim) {
      if (!held.delete(claim)) return;
      count(claim.laneNumber, -1);
      if (limits.slots - held.size >= room && free(claim.laneNumber) >= Math.floor(most(claim.laneNumber) / 4))
        onRoom();
      if (held.size === 0) for (const settle of waiting.splice(0)) settle();
    },
    whenEmpty: () => (held.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
}
