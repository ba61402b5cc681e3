import type { KeyEntry } from '#platform/identity';
import { Cache } from '#pure/cache';

export interface ExhaustedKeys {
  add(hash: string, entry: KeyEntry): void;
  /** The entry of a key whose minute is used up and not over yet. */
  find(hash: string): KeyEntry | null;
}

/**
 * Keys that have used up their minute, by the hash of the key. They are refused without a query, because such
 * callers send many requests at a time. A key that is rotated meanwhile stays refused until its minute is over.
 */
export function exhaustedKeys(now: () => number = Date.now): ExhaustedKeys {
  const kept = new Cache<string, { entry: KeyEntry; resetsAt: number }>({ maxEntries: 10_000 });
  return {
    add(hash, entry) {
      kept.set(hash, { entry, resetsAt: now() + entry.rate.resetSeconds * 1_000 });
    },
    find(hash) {
      const found = kept.get(hash);
      if (!found) return null;
      const leftMs = found.resetsAt - now();
      // Why a second less: the rest of the minute was rounded up to whole seconds.
      if (leftMs <= 1_000) return null;
      return { ...found.entry, rate: { ...found.entry.rate, resetSeconds: Math.ceil(leftMs / 1_000) } };
    },
  };
}
