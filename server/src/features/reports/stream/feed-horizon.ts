/** A look at the database: who writes records of the activity at a moment. */
export interface WritersSeen {
  readonly atMs: number;
  readonly writers: readonly string[];
}

/**
 * Up to which moment no record of the activity can appear any more, although transactions commit in any order. A transaction that writes
 * holds its lock before it reads the clock; so what it has written is not older than the last look that has not seen it.
 */
export class FeedHorizon {
  /** Open transactions, and the last look before they were seen. */
  #since: ReadonlyMap<string, number> = new Map();
  #lookedMs = Number.NEGATIVE_INFINITY;
  #safeMs = Number.NEGATIVE_INFINITY;

  /** Every record from before this moment is visible to a statement that begins now. */
  get safeMs(): number {
    return this.#safeMs;
  }

  /** The moment of the last look. */
  get lookedMs(): number {
    return this.#lookedMs;
  }

  /** A look that was answered later than a newer one says nothing more. */
  note({ atMs, writers }: WritersSeen): void {
    if (atMs < this.#lookedMs) return;
    this.#since = new Map(writers.map((writer) => [writer, this.#since.get(writer) ?? this.#lookedMs]));
    this.#lookedMs = Math.max(this.#lookedMs, atMs);
    this.#safeMs = Math.max(this.#safeMs, Math.min(atMs, ...this.#since.values()));
  }
}
