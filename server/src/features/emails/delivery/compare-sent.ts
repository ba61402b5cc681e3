import type { InstanceContext } from '#platform/context';
import type { SentEntry, SentStep } from '#platform/sent-log';

/**
 * What the database says of a mail that has left. `lost`: it has no record of it. `waiting`: it would send it. `doubtful`: the result of that
 * attempt is missing. `no-project`: it has no such project, or has erased what the project had.
 */
export type SentFinding = 'known' | 'lost' | 'waiting' | 'doubtful' | 'no-project';

interface FindingRow {
  place: number;
  finding: Exclude<SentFinding, 'known'>;
}

/** One for each entry, in order. Invariant: the gate stores an attempt before it leaves, so each is known unless the database went back in time. */
export async function compareSent(
  ctx: InstanceContext,
  entries: readonly (SentEntry | SentStep)[],
): Promise<SentFinding[]> {
  const findings = entries.map((): SentFinding => 'known');
  if (entries.length === 0) return findings;
  const list = (values: readonly (string | number)[]): string => `{${values.join(',')}}`;
  const rows = await ctx.dispatch<FindingRow>('compare_hand_overs', [
    list(entries.map(({ project }) => project)),
    list(entries.map(({ email }) => email)),
    list(entries.map(({ attempt }) => attempt)),
    list(entries.map(({ at }) => at)),
  ]);
  for (const { place, finding } of rows) findings[place - 1] = finding;
  return findings;
}
