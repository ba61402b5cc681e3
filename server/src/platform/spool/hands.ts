import type { LiveClaim } from './claim.ts';

/** The rows this worker holds, and how many more each lane may take. */
export interface Hands {
  readonly held: ReadonlySet<LiveClaim>;
  free(lane: number): number;
  /** The same, but nothing while a yielding lane has enough in hand and room for a few only: claims should be large. */
  worthClaiming(lane: number): number;
  hold(claim: LiveClaim): void;
  drop(claim: LiveClaim): void;
  /** Settles when nothing is held any more. */
  whenEmpty(): Promise<void>;
}

interface Limits {
  readonly slots: number;
  readonly mostSlots: readonly number[];
  readonly keptSlots: readonly number[];
  readonly yields: readonly boolean[];
}

/**
 * `onRoom` is called when a quarter of the slots has become free, so that claims are not made one by one. `hasRows` says
 * whether a lane has rows to claim: then the slots kept for it are free to nobody else.
 */
export function makeHands(limits: Limits, onRoom: () => void, hasRows: (lane: number) => boolean): Hands {
  const held = new Set<LiveClaim>();
  const byLane = limits.mostSlots.map(() => 0);
  const waiting: (() => void)[] = [];
  const room = Math.max(1, Math.floor(limits.slots / 4));
  const most = (lane: number): number => limits.mostSlots[lane] ?? 0;
  /** Slots that are free and kept for lanes other than this. */
  const owed = (lane: number): number =>
    limits.keptSlots.reduce((sum, kept, other) => {
      if (other === lane || kept === 0 || !hasRows(other)) return sum;
      return sum + Math.max(0, kept - (byLane[other] ?? 0));
    }, 0);
  const free = (lane: number): number =>
    Math.max(0, Math.min(limits.slots - held.size - owed(lane), most(lane) - (byLane[lane] ?? 0)));
  const count = (lane: number, change: number): void => {
    byLane[lane] = (byLane[lane] ?? 0) + change;
  };
  const quarter = (lane: number): number => Math.floor(most(lane) / 4);
  return {
    held,
    free,
    worthClaiming(lane) {
      const count = free(lane);
      const isEnough = limits.yields[lane] && (byLane[lane] ?? 0) >= quarter(lane);
      return isEnough && count < quarter(lane) ? 0 : count;
    },
    hold(claim) {
      held.add(claim);
      count(claim.laneNumber, 1);
    },
    drop(claim) {
      if (!held.delete(claim)) return;
      count(claim.laneNumber, -1);
      if (limits.slots - held.size >= room && free(claim.laneNumber) >= quarter(claim.laneNumber)) onRoom();
      if (held.size === 0) for (const settle of waiting.splice(0)) settle();
    },
    whenEmpty: () => (held.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
}
