/** A pseudo-random generator: the same seed gives the same numbers. */
export interface Random {
  /** From 0 to before 1. */
  next(): number;
  below(limit: number): number;
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  list<T>(max: number, make: () => T): T[];
}

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (share) => next() < share,
    pick<T>(list: readonly T[]): T {
      const item = list[below(list.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
    list: (max, make) => Array.from({ length: below(max + 1) }, make),
  };
}

/** CONDITIONS_SEED repeats a run; without it every run differs. */
export const conditionsSeed = (): number => Number(process.env.CONDITIONS_SEED ?? Date.now() % 1_000_000_000);
