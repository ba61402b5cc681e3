/** What was counted of one kind for one mail so far. */
export interface Counted {
  readonly total: number;
  /** By link; opens have none. */
  readonly lastAt: ReadonlyMap<string | null, Date>;
}

interface Hit {
  readonly linkId: string | null;
  readonly at: Date;
}

const most = 100;
const quietMs = 60_000;

/**
 * Which of these hits by people count, oldest first (D-663): not within 60 s of the last one counted, and no more than 100
 * of a mail. A link is measured by itself: who follows two links of a mail clicks twice.
 */
export function countHits<One extends Hit>(
  hits: readonly One[],
  counted: Counted,
): { readonly hit: One; readonly isFirstOfLink: boolean }[] {
  const lastAt = new Map(counted.lastAt);
  return hits
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .flatMap((hit) => {
      const last = lastAt.get(hit.linkId);
      if (last && hit.at.getTime() < last.getTime() + quietMs) return [];
      lastAt.set(hit.linkId, hit.at);
      return [{ hit, isFirstOfLink: last === undefined }];
    })
    .slice(0, Math.max(0, most - counted.total));
}
