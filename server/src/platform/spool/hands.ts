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

/** `onRoom` is called when a quarter of the slots has become free, so that claims are not made one by one. */
export function makeHands(limits: Limits, onRoom: () => void): Hands {
  const held = new Set<LiveClaim>();
  const byLane = limits.mostSlots.map(() => 0);
  const waiting: (() => void)[] = [];
  const room = Math.max(1, Math.floor(limits.slots / 4));
  const count = (lane: number, change: number): void => {
    byLane[lane] = (byLane[lane] ?? 0) + change;
  };
  return {
    held,
    free: (lane) =>
      Math.max(0, Math.min(limits.slots - held.size, (limits.mostSlots[lane] ?? 0) - (byLane[lane] ?? 0))),
    hold(claim) {
      held.add(claim);
      count(claim.laneNumber, 1);
    },
    drop(claim) {
      if (!held.delete(claim)) return;
      count(claim.laneNumber, -1);
      if (limits.slots - held.size >= room) onRoom();
      if (held.size === 0) for (const settle of waiting.splice(0)) settle();
    },
    whenEmpty: () => (held.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
}
