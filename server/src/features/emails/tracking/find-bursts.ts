interface Click {
  readonly id: string;
  readonly linkId: string | null;
  readonly at: Date;
}

const links = 3;
const windowMs = 1_000;

/** The clicks on one mail that lie, with others, in a second in which three or more of its links were asked for (D-663). */
export function findBursts(clicks: readonly Click[]): ReadonlySet<string> {
  const sorted = clicks.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const found = new Set<string>();
  for (const [place, first] of sorted.entries()) {
    const end = first.at.getTime() + windowMs;
    const together = sorted.slice(place).filter(({ at }) => at.getTime() < end);
    if (new Set(together.map(({ linkId }) => linkId)).size < links) continue;
    for (const { id } of together) found.add(id);
  }
  return found;
}
