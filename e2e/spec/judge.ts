import type { Entry } from './entry.ts';
import type { Comparisons } from './world/parts.ts';
import { countComparisons } from './world/parts.ts';
import type { Stage } from './world/world.ts';
import { worldOf } from './world/world.ts';

export interface Verdict {
  readonly endpoint: string;
  readonly passed: number;
  readonly comparisons: Readonly<Comparisons>;
  readonly failures: readonly { says: string; reason: string }[];
}

const lanes = 6;

/** Runs the cases of each entry in order, several entries side by side. */
export async function judge(
  stage: Stage,
  entries: readonly Entry[],
  isWanted: (endpoint: string) => boolean,
): Promise<Map<string, Verdict>> {
  const waiting = entries.filter(({ endpoint }) => isWanted(endpoint));
  const verdicts = new Map<string, Verdict>();
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (verdicts.has(next.endpoint)) throw new Error(`two entries for ${next.endpoint}`);
      verdicts.set(next.endpoint, await judgeEntry(stage, next));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return verdicts;
}

async function judgeEntry(stage: Stage, { endpoint, cases }: Entry): Promise<Verdict> {
  const world = worldOf(stage);
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
