import type { KeyEntry } from '#platform/http';

const maxKeys = 10_000;

export interface ExhaustedKeys {
  add(hash: string, entry: KeyEntry): void;
  /** The entry of a key whose minute is used up and not over yet. */
  find(hash: string): KeyEntry | null;
}

/**
 * Keys that have used up their minute, by the hash of the key. They are refused without a question to the database, for those who
 * go on calling are many at a time. A key that is rotated meanwhile stays refused until its minute is over. The oldest go first.
 */
export function exhaustedKeys(now: () => number = Date.now): ExhaustedKeys {
  const kept = new Map<string, { entry: KeyEntry; resetsAt: number }>();
  return {
    add(hash, entry) {
      const [oldest] = kept.keys();
      if (kept.size >= maxKeys && oldest !== undefined) kept.delete(oldest);
      kept.set(hash, { entry, resetsAt: now() + entry.rate.resetSeconds * 1_000 });
    },
    find(hash) {
      const found = kept.get(hash);
      if (!found) return null;
      const leftMs = found.resetsAt - now();
      // Why a second less: what is left of a minute was rounded up to whole seconds.
      if (leftMs > 1_000) {
        return { ...found.entry, rate: { ...found.entry.rate, resetSeconds: Math.ceil(leftMs / 1_000) } };
      }
      kept.delete(hash);
      return null;
    },
  };
}
