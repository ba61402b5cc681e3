import { Cache } from '#pure/cache';
import type { Rate } from './consume-rate.ts';

/** Requests that the shared counter has counted ahead for this process. */
export class Lease {
  readonly endsAt: number;
  readonly #last: number;
  readonly #now: () => number;
  #next: number;

  constructor(counts: { next: number; last: number }, endsAt: number, now: () => number) {
    this.#next = counts.next;
    this.#last = counts.last;
    this.endsAt = endsAt;
    this.#now = now;
  }

  get left(): number {
    return this.#last - this.#next + 1;
  }

  /** The count of the next request. */
  get next(): number {
    return this.#next;
  }

  take(): Rate {
    const [used] = this.#advance(1);
    return { used, resetSeconds: Math.max(1, Math.ceil((this.endsAt - this.#now()) / 1_000)) };
  }

  /** A lease of its own for the next `count` requests. */
  split(count: number): Lease {
    const [next, last] = this.#advance(count);
    return new Lease({ next, last }, this.endsAt, this.#now);
  }

  #advance(count: number): [number, number] {
    if (count > this.left) throw new Error('fewer requests are left');
    const first = this.#next;
    this.#next += count;
    return [first, this.#next - 1];
  }
}

/** What a process has for one caller. */
interface Held {
  leases: readonly Lease[];
  /** The largest since the caller became busy. */
  readonly size: number;
  readonly leasedAt: number;
  /** The end of the window. */
  readonly endsAt: number;
}

const maxSize = 32;
/** A lease that is used up sooner is followed by one twice as large. */
const busyMs = 5_000;
/** The shared counter rounds the rest of a window up to whole seconds: the last one may be over already. */
const roundedMs = 1_000;

/**
 * Counts requests ahead, so that not every request writes the shared counter. A caller that comes seldom takes one at a time; a
 * busy one up to 32. So the limit is exact to within one lease for each process: what a process does not use up is lost.
 */
export class Leases {
  readonly #held = new Cache<string, Held>({ maxEntries: 50_000 });
  /** Callers for which more than the waiting requests are being leased. */
  readonly #askedAhead = new Set<string>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** How many requests may still be taken. */
  left(key: string): number {
    return this.#usable(key).reduce((sum, lease) => sum + lease.left, 0);
  }

  /** All that is left lies beyond the limit: the next request is refused. */
  isOver(key: string, max: number): boolean {
    const leases = this.#usable(key);
    return leases.length > 0 && leases.every(({ next }) => next > max);
  }

  /** The lease with the lowest count, null when nothing is left. */
  of(key: string): Lease | null {
    return this.#usable(key)[0] ?? null;
  }

  /** Sets up to `count` requests aside, the lowest counts first. */
  hold(key: string, count: number): Lease[] {
    const held: Lease[] = [];
    let wanted = count;
    for (const lease of this.#usable(key)) {
      if (wanted === 0) break;
      const part = lease.split(Math.min(wanted, lease.left));
      wanted -= part.left;
      held.push(part);
    }
    return held;
  }

  /** What was set aside or leased, and not taken. */
  giveBack(key: string, leases: readonly Lease[]): void {
    const held = this.#held.get(key);
    if (held) held.leases = [...held.leases, ...leases].toSorted((a, b) => a.next - b.next);
  }

  /** How many to lease for `waiting` requests: no more than these while another call already asks for more. `settle` ends the call. */
  ask(key: string, waiting: number): number {
    if (waiting === 0 || this.#askedAhead.has(key)) return waiting;
    const held = this.#held.get(key);
    const size = held && this.#isBusy(held) ? Math.min(maxSize, held.size * 2) : 1;
    if (size > waiting) this.#askedAhead.add(key);
    return Math.max(waiting, size);
  }

  settle(key: string): void {
    this.#askedAhead.delete(key);
  }

  /** `rate`: the shared counter's answer after it has counted `size` requests. What is not taken is to be given back. */
  leased(key: string, { used, resetSeconds }: Rate, size: number): Lease {
    const endsAt = this.#now() + resetSeconds * 1_000;
    const held = this.#held.get(key);
    const largest = held && this.#isBusy(held) ? Math.max(size, held.size) : size;
    this.#held.set(key, { leases: this.#usable(key), size: largest, leasedAt: this.#now(), endsAt });
    return new Lease({ next: used - size + 1, last: used }, endsAt, this.#now);
  }

  #usable(key: string): readonly Lease[] {
    const held = this.#held.get(key);
    if (!held) return [];
    if (!held.leases.every((lease) => this.#isUsable(lease)))
      held.leases = held.leases.filter((lease) => this.#isUsable(lease));
    return held.leases;
  }

  readonly #isUsable = ({ left, endsAt }: Lease): boolean => left > 0 && this.#now() < endsAt - roundedMs;

  readonly #isBusy = ({ leasedAt, endsAt }: Held): boolean =>
    this.#now() - leasedAt < busyMs && this.#now() < endsAt - roundedMs;
}
