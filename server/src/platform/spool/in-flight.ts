import type { LiveClaim } from './claim.ts';

/** The rows this worker holds, and how many more each lane may take. */
export interface InFlight {
  readonly held: ReadonlySet<LiveClaim>;
  free(lane: number): number;
  /** The same, but 0 while a yielding lane holds enough rows and has few free slots: claims should be large. */
  worthClaiming(lane: number): number;
  hold(claim: LiveClaim): void;
  drop(claim: LiveClaim): void;
  /** Settles when nothing is held any more. */
  whenEmpty(): Promise<void>;
}

interface Limits {
  readonly slots: number;
  readonly maxSlots: readonly number[];
  readonly keptSlots: readonly number[];
  readonly yields: readonly boolean[];
}

/**
 * `onSlotsFree` is called when a quarter of the slots has become free, so that claims are not made one by one. `hasRows`
 * returns whether a lane has rows to claim: then the slots kept for it are not free to other lanes.
 */
export function makeInFlight(limits: Limits, onSlotsFree: () => void, hasRows: (lane: number) => boolean): InFlight {
  const held = new Set<LiveClaim>();
  const byLane = limits.maxSlots.map(() => 0);
  const waiting: (() => void)[] = [];
  const enoughSlots = Math.max(1, Math.floor(limits.slots / 4));
  const max = (lane: number): number => limits.maxSlots[lane] ?? 0;
  /** Free slots that are kept for other lanes. */
  const keptForOthers = (lane: number): number =>
    limits.keptSlots.reduce((sum, kept, other) => {
      if (other === lane || kept === 0 || !hasRows(other)) return sum;
      return sum + Math.max(0, kept - (byLane[other] ?? 0));
    }, 0);
  const free = (lane: number): number =>
    Math.max(0, Math.min(limits.slots - held.size - keptForOthers(lane), max(lane) - (byLane[lane] ?? 0)));
  const count = (lane: number, change: number): void => {
    byLane[lane] = (byLane[lane] ?? 0) + change;
  };
  const quarter = (lane: number): number => Math.floor(max(lane) / 4);
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
      if (limits.slots - held.size >= enoughSlots && free(claim.laneNumber) >= quarter(claim.laneNumber)) onSlotsFree();
      if (held.size === 0) for (const settle of waiting.splice(0)) settle();
    },
    whenEmpty: () => (held.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
}
