export interface BudgetOptions {
  readonly maxBytes: number;
  /** What one owner may hold while another one waits, and by takes without a wait at all. Unlimited unless given. */
  readonly maxPerOwner?: number;
  /** How many may wait at a time; further ones are turned away at once. Unlimited unless given. */
  readonly maxWaiting?: number;
}

/** What one caller holds of a budget. */
export interface HeldBytes {
  readonly bytes: number;
  /** Takes more bytes now; false when they do not fit, go beyond the owner's share, or others wait. */
  tryGrow(bytes: number): boolean;
  /**
   * Takes more bytes as soon as they fit, in the order of arrival; more than the whole budget is taken alone. False when too many
   * wait already, when the wait was too long, and when it was aborted.
   */
  grow(bytes: number, options?: WaitOptions): Promise<boolean>;
  /** Gives everything back, also what a wait still brings later. The second call has no effect. */
  giveBack(): void;
}

/** A wait has no end unless one is given. */
interface WaitOptions {
  readonly withinMs?: number;
  readonly signal?: AbortSignal;
}

interface WaitingTake {
  readonly owner: string;
  readonly bytes: number;
  admit(): void;
}

/** Bytes that a process holds in memory at once, whatever the number of its callers: a weighted semaphore. */
export class ByteBudget {
  readonly #options: Required<BudgetOptions>;
  readonly #held = new Map<string, number>();
  readonly #waiting = new Set<WaitingTake>();
  #free: number;

  constructor(options: BudgetOptions) {
    this.#options = { maxPerOwner: Number.POSITIVE_INFINITY, maxWaiting: Number.POSITIVE_INFINITY, ...options };
    this.#free = options.maxBytes;
  }

  get freeBytes(): number {
    return this.#free;
  }

  /** Holds nothing yet. The owner matters only where owners have a share. */
  open(owner = ''): HeldBytes {
    let taken = 0;
    let isOpen = true;
    const giveBack = (): void => {
      isOpen = false;
      this.#take(owner, -taken);
      taken = 0;
      this.#admitWaiting();
    };
    const add = (bytes: number): true => {
      taken += bytes;
      if (!isOpen) giveBack(); // given back while it waited
      return true;
    };
    const tryGrow = (bytes: number): boolean => {
      if (this.#waiting.size > 0 || !this.#fits(bytes) || !this.#isWithinShare(owner, bytes)) return false;
      this.#take(owner, bytes);
      return add(bytes);
    };
    return {
      get bytes() {
        return taken;
      },
      tryGrow,
      grow: async (bytes, options = {}) => {
        if (options.signal?.aborted) return false;
        if (tryGrow(bytes)) return true;
        if (this.#waiting.size >= this.#options.maxWaiting) return false;
        return (await this.#wait(owner, bytes, options)) && add(bytes);
      },
      giveBack,
    };
  }

  #fits(bytes: number): boolean {
    return bytes <= this.#free || this.#free === this.#options.maxBytes;
  }

  #take(owner: string, bytes: number): void {
    this.#free -= bytes;
    const total = (this.#held.get(owner) ?? 0) + bytes;
    if (total > 0) this.#held.set(owner, total);
    else this.#held.delete(owner);
  }

  #wait(owner: string, bytes: number, { withinMs, signal }: WaitOptions): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isTaken: boolean): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
        resolve(isTaken);
      };
      const entry: WaitingTake = { owner, bytes, admit: () => end(true) };
      const leave = (): void => {
        this.#waiting.delete(entry);
        end(false);
        this.#admitWaiting(); // those behind it may fit
      };
      const timer = withinMs === undefined ? undefined : setTimeout(leave, withinMs);
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.add(entry);
      this.#admitWaiting();
    });
  }

  /** In the order of arrival; an owner that has used its share lets others pass. */
  #admitWaiting(): void {
    for (let next = this.#next(); next && this.#fits(next.bytes); next = this.#next()) {
      this.#waiting.delete(next);
      this.#take(next.owner, next.bytes);
      next.admit();
    }
  }

  #next(): WaitingTake | undefined {
    const all = [...this.#waiting];
    return all.find(
      ({ owner, bytes }) => this.#isWithinShare(owner, bytes) || all.every((other) => other.owner === owner),
    );
  }

  #isWithinShare(owner: string, bytes: number): boolean {
    return (this.#held.get(owner) ?? 0) + bytes <= this.#options.maxPerOwner;
  }
}
