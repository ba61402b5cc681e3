interface TimedClick {
  readonly id: string;
  readonly linkId: string | null;
  readonly at: Date;
}

const links = 3;
const windowMs = 1_000;

/** The ids of clicks on one mail within any second in which three or more of its links were requested (D-663). */
export function findBursts(clicks: readonly TimedClick[]): ReadonlySet<string> {
  const sorted = clicks.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const found = new Set<string>();
  for (const [index, first] of sorted.entries()) {
    const end = first.at.getTime() + windowMs;
    const together = sorted.slice(index).filter(({ at }) => at.getTime() < end);
    if (new Set(together.map(({ linkId }) => linkId)).size < links) continue;
    for (const { id } of together) found.add(id);
  }
  return found;
}
