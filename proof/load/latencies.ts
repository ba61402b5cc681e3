/** Times of one kind of call, and the calls that did not succeed. */
export interface Latencies {
  readonly milliseconds: number[];
  /** Times of calls that were refused for now: 429 or 503, with `Retry-After`. */
  readonly shed: number[];
  readonly failures: string[];
}

export const noLatencies = (): Latencies => ({ milliseconds: [], shed: [], failures: [] });

export const merged = (all: readonly Latencies[]): Latencies => ({
  milliseconds: all.flatMap((one) => one.milliseconds),
  shed: all.flatMap((one) => one.shed),
  failures: all.flatMap((one) => one.failures),
});

/** The value below which this share of all values lies; 0 where there is none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
