import { limits } from '#pure/limits';
/** The counted hits of one kind for one mail so far. */
export interface HitCount {
  readonly total: number;
  /** By link; opens have none. */
  readonly lastAt: ReadonlyMap<string | null, Date>;
}

interface TimedHit {
  readonly linkId: string | null;
  readonly at: Date;
}

const { hitsCountedPerMail: max, hitPauseMilliseconds: quietMs } = limits;

/**
 * Which of these hits by people count, oldest first (D-663): not within 60 s of the last one counted, and no more than 100
 * of a mail. Links are measured separately: two links of a mail are two clicks.
 */
export function countHits<T extends TimedHit>(
  hits: readonly T[],
  counted: HitCount,
): { readonly hit: T; readonly isFirstOfLink: boolean }[] {
  const lastAt = new Map(counted.lastAt);
  return hits
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .flatMap((hit) => {
      const last = lastAt.get(hit.linkId);
      if (last && hit.at.getTime() < last.getTime() + quietMs) return [];
      lastAt.set(hit.linkId, hit.at);
      return [{ hit, isFirstOfLink: last === undefined }];
    })
    .slice(0, Math.max(0, max - counted.total));
}
