/** No slot was free: too many callers of the same owner wait already, or the wait was too long. */
export class NoFreeSlot extends Error {
  override readonly name = 'NoFreeSlot';
  readonly reason: 'crowded' | 'late';

  constructor(reason: 'crowded' | 'late') {
    super(reason === 'crowded' ? 'too many wait for a place' : 'no place became free in time');
    this.reason = reason;
  }
}

export interface ShareOptions {
  /** Slots in total. */
  readonly slots: number;
  /** Slots that one owner may hold at once. */
  maxPerOwner(owner: string): number;
}

/** How long a caller waits for a slot, and how many callers of one owner may wait. Both are unlimited unless given. */
export interface WaitOptions {
  readonly withinMs?: number;
  /**
   * Longer than `withinMs` while at most `count` callers wait in all. Why: so few do not wait for each other, but for a pause of what
   * the slots stand for, such as a database that writes much at once.
   */
  readonly whileFew?: { readonly count: number; readonly withinMs: number } | undefined;
  readonly maxWaiting?: number;
  /** Served before callers of the same owner that have begun nothing yet. */
  readonly isAhead?: boolean;
  readonly signal?: AbortSignal | undefined;
}

interface Waiter {
  start(): void;
}

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));

/** The waiting callers of one owner, in two lines. */
interface OwnerQueue {
  readonly ahead: Set<Waiter>;
  readonly normal: Set<Waiter>;
}

const sizeOf = ({ ahead, normal }: OwnerQueue): number => ahead.size + normal.size;

/**
 * Slots that many owners share: each holds a few of them at most, and waiting callers are served one per owner in turn. So an
 * owner with much or slow work does not block the others.
 */
export class Shares {
  readonly #slots: number;
  readonly #maxPerOwner: ShareOptions['maxPerOwner'];
  readonly #waiting = new Map<string, OwnerQueue>();
  readonly #held = new Map<string, number>();
  #busy = 0;

  constructor({ slots, maxPerOwner }: ShareOptions) {
    this.#slots = slots;
    this.#maxPerOwner = maxPerOwner;
  }

  get waiting(): number {
    return [...this.#waiting.values()].reduce((sum, queue) => sum + sizeOf(queue), 0);
  }

  /** Takes a slot for this owner. Resolves with the function that gives it back, which may be called twice. */
  async take(owner: string, waitOptions: WaitOptions = {}): Promise<() => void> {
    waitOptions.signal?.throwIfAborted();
    if (this.#isFree(owner)) this.#hold(owner);
    else await this.#wait(owner, waitOptions);
    let isHeld = true;
    return () => {
      if (isHeld) this.#giveBack(owner);
      isHeld = false;
    };
  }

  /** Runs `work` in a slot of this owner. */
  async within<T>(owner: string, work: () => Promise<T>, waitOptions?: WaitOptions): Promise<T> {
    const giveBack = await this.take(owner, waitOptions);
    try {
      return await work();
    } finally {
      giveBack();
    }
  }

  // A caller waits while a slot is free only if its owner has used its share, so this overtakes no other owner.
  #isFree(owner: string): boolean {
    return this.#busy < this.#slots && (this.#held.get(owner) ?? 0) < this.#maxPerOwner(owner);
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
    { withinMs, whileFew, maxWaiting = Number.POSITIVE_INFINITY, isAhead = false, signal }: WaitOptions,
  ): Promise<void> {
    const queue = this.#waiting.get(owner) ?? { ahead: new Set(), normal: new Set() };
    if (sizeOf(queue) >= maxWaiting) throw new NoFreeSlot('crowded');
    const line = isAhead ? queue.ahead : queue.normal;
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        line.delete(entry);
        if (sizeOf(queue) === 0) this.#waiting.delete(owner);
      };
      const entry: Waiter = {
        start: () => {
          end();
          resolve();
        },
      };
      const giveUp = (): void => {
        end();
        reject(signal?.aborted ? asError(signal.reason) : new NoFreeSlot('late'));
      };
      const giveUpUnlessFew = (): void => {
        if (!whileFew || this.waiting > whileFew.count) giveUp();
        else timer = setTimeout(giveUp, whileFew.withinMs - (withinMs ?? 0));
      };
      let timer = withinMs === undefined ? undefined : setTimeout(giveUpUnlessFew, withinMs);
      signal?.addEventListener('abort', giveUp, { once: true });
      line.add(entry);
      this.#waiting.set(owner, queue);
    });
  }

  #next(): void {
    for (const [owner, queue] of [...this.#waiting]) {
      if (this.#busy >= this.#slots) return;
      const [first] = queue.ahead.size > 0 ? queue.ahead : queue.normal;
      if (!first || !this.#isFree(owner)) continue;
      this.#hold(owner);
      first.start();
      // Why: back to the end of the queue, so that the next slot goes to another owner.
      if (this.#waiting.delete(owner)) this.#waiting.set(owner, queue);
    }
  }
}
