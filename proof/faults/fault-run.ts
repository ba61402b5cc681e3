/** Records one statement that must hold after a run. */
export type Check = (statement: string, holds: boolean, detail?: unknown) => void;

export interface FaultOptions {
  /** The selection for every change: the same faults, fewer times. */
  readonly isShort: boolean;
  /** Fixes workload, times and victims, as far as a real machine lets it. */
  readonly seed: number;
  /** How many graphs or repeats, for runs that count them; undefined: as many as the form has. */
  readonly count: number | undefined;
  readonly check: Check;
}

export type FaultRun = (options: FaultOptions) => Promise<void>;

/** Numbers from 0 to 1 that depend on the seed alone. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const sleep = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
