/**
 * Spreads the mails of a project that is at its rate over the time they will need, so that a large backlog is not claimed and
 * postponed again and again. Only an estimate: the tokens decide.
 */
export interface Backlog {
  /** Seconds to postpone the next mail of this bucket. */
  next(bucket: string, waitSeconds: number, ratePerSecond: number): number;
}

export function makeBacklog(): Backlog {
  const turns = new Map<string, number>();
  return {
    next(bucket, waitSeconds, ratePerSecond) {
      if (turns.size > 10_000) turns.clear();
      const now = performance.now() / 1_000;
      const turn = Math.max(now + waitSeconds, turns.get(bucket) ?? 0) + 1 / ratePerSecond;
      // A cancelled backlog must not leave later mails waiting for turns that are not used.
      turns.set(bucket, Math.min(turn, now + 600));
      return turn - now;
    },
  };
}
