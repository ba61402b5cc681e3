/** Why somebody got no place: too many of the same owner wait already, or the wait was too long. */
export class NoPlace extends Error {
  override readonly name = 'NoPlace';
  readonly reason: 'crowded' | 'late';

  constructor(reason: 'crowded' | 'late') {
    super(reason === 'crowded' ? 'too many wait for a place' : 'no place became free in time');
    this.reason = reason;
  }
}

export interface ShareOptions {
  /** Places in all. */
  readonly places: number;
  /** Places that one owner may hold at once. */
  each(owner: string): number;
}

/** How long somebody waits for a place, and how many of one owner may. Both are without a limit unless said. */
export interface Patience {
  readonly withinMs?: number;
  readonly waiting?: number;
  /** Served before those of the same owner who have begun nothing yet. */
  readonly isAhead?: boolean;
  readonly signal?: AbortSignal | undefined;
}

interface Waiting {
  start(): void;
}

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));

/** Those of one owner who wait, in two rows. */
interface Rows {
  readonly ahead: Set<Waiting>;
  readonly usual: Set<Waiting>;
}

const sizeOf = ({ ahead, usual }: Rows): number => ahead.size + usual.size;

/**
 * Places that many owners share: each holds a few of them at most, and those who wait are served one per owner, round and
 * round. So an owner with much work, or slow work, leaves the others a way through.
 */
export class Shares {
  readonly #places: number;
  readonly #each: ShareOptions['each'];
  readonly #waiting = new Map<string, Rows>();
  readonly #held = new Map<string, number>();
  #busy = 0;

  constructor({ places, each }: ShareOptions) {
    this.#places = places;
    this.#each = each;
  }

  get waiting(): number {
    return [...this.#waiting.values()].reduce((sum, rows) => sum + sizeOf(rows), 0);
  }

  /** A place for this owner. Resolves with the way to give it back, which may be called twice. */
  async take(owner: string, patience: Patience = {}): Promise<() => void> {
    patience.signal?.throwIfAborted();
    if (this.#isFree(owner)) this.#hold(owner);
    else await this.#wait(owner, patience);
    let isHeld = true;
    return () => {
      if (isHeld) this.#giveBack(owner);
      isHeld = false;
    };
  }

  /** Runs `work` in a place of this owner. */
  async within<T>(owner: string, work: () => Promise<T>, patience?: Patience): Promise<T> {
    const giveBack = await this.take(owner, patience);
    try {
      return await work();
    } finally {
      giveBack();
    }
  }

  // Whoever waits while a place is free has used up a share: nobody is overtaken.
  #isFree(owner: string): boolean {
    return this.#busy < this.#places && (this.#held.get(owner) ?? 0) < this.#each(owner);
  }

  #hold(owner: string): void {
    this.#busy += 1;
    this.#held.set(owner, (this.#held.get(owner) ?? 0) + 1);
  }

  #giveBack(owner: string): void {
    this.#busy -= 1;
    const left = (this.#held.get(owner) ?? 1) - 1;
    if (left === 0) this.#held.delete(owner);
    else this.#held.set(owner, left);
    this.#next();
  }

  #wait(
    owner: string,
    { withinMs, waiting = Number.POSITIVE_INFINITY, isAhead = false, signal }: Patience,
  ): Promise<void> {
    const rows = this.#waiting.get(owner) ?? { ahead: new Set(), usual: new Set() };
    if (sizeOf(rows) >= waiting) throw new NoPlace('crowded');
    const row = isAhead ? rows.ahead : rows.usual;
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        row.delete(entry);
        if (sizeOf(rows) === 0) this.#waiting.delete(owner);
      };
      const entry: Waiting = {
        start: () => {
          end();
          resolve();
        },
      };
      const giveUp = (): void => {
        end();
        reject(signal?.aborted ? asError(signal.reason) : new NoPlace('late'));
      };
      const timer = withinMs === undefined ? undefined : setTimeout(giveUp, withinMs);
      signal?.addEventListener('abort', giveUp, { once: true });
      row.add(entry);
      this.#waiting.set(owner, rows);
    });
  }

  #next(): void {
    for (const [owner, rows] of [...this.#waiting]) {
      if (this.#busy >= this.#places) return;
      const [first] = rows.ahead.size > 0 ? rows.ahead : rows.usual;
      if (!first || !this.#isFree(owner)) continue;
      this.#hold(owner);
      first.start();
      // Why: back to the end of the row, so that the next place is another owner's.
      if (this.#waiting.delete(owner)) this.#waiting.set(owner, rows);
    }
  }
}
