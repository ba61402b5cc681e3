import type { Entry } from './entry.ts';
import { type Comparisons, countComparisons } from './world/comparisons.ts';
import { type SharedSetup, worldOf } from './world/world.ts';

export interface EntryVerdict {
  readonly endpoint: string;
  readonly passed: number;
  readonly comparisons: Readonly<Comparisons>;
  readonly failures: readonly { says: string; reason: string }[];
}

const concurrency = 6;

/** Runs the cases of each entry in order, several entries side by side. */
export async function judge(
  setup: SharedSetup,
  entries: readonly Entry[],
  isSelected: (endpoint: string) => boolean,
): Promise<Map<string, EntryVerdict>> {
  const waiting = entries.filter(({ endpoint }) => isSelected(endpoint));
  const verdicts = new Map<string, EntryVerdict>();
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (verdicts.has(next.endpoint)) throw new Error(`two entries for ${next.endpoint}`);
      verdicts.set(next.endpoint, await judgeEntry(setup, next));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return verdicts;
}

async function judgeEntry(setup: SharedSetup, { endpoint, cases }: Entry): Promise<EntryVerdict> {
  const world = worldOf(setup);
  const failures: { says: string; reason: string }[] = [];
  const comparisons: Comparisons = { whole: 0, inPart: 0 };
  for (const { says, run } of cases) {
    try {
      await countComparisons(() => run(world), comparisons);
    } catch (error) {
      failures.push({ says, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return { endpoint, passed: cases.length - failures.length, comparisons, failures };
}
