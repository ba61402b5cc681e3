import { AsyncLocalStorage } from 'node:async_hooks';

/** How the replies of a case were compared: as a whole, or by the keys that the case names. */
export interface Comparisons {
  whole: number;
  inPart: number;
}

const running = new AsyncLocalStorage<Comparisons>();

/** Runs a case and counts its comparisons. */
export async function countComparisons(run: () => Promise<void>, counts: Comparisons): Promise<void> {
  await running.run(counts, run);
}

export function noteComparison(kind: keyof Comparisons): void {
  const counts = running.getStore();
  if (counts) counts[kind] += 1;
}
