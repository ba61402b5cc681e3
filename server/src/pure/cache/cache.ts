export interface CacheOptions<Key, Value> {
  readonly maxEntries: number;
  /** Limits the sum of what the entries weigh, too. */
  readonly weight?: { readonly max: number; of(key: Key, value: Value): number };
  /** Older entries are not returned. Unlimited unless given. */
  readonly age?: { readonly maxMs: number; now(): number };
}

interface CacheEntry<Value> {
  readonly value: Value;
  readonly since: number;
  readonly weight: number;
}

/** A bounded cache: the least recently used entries are dropped first. `undefined` is never a value. */
export class Cache<Key, Value> {
  readonly #options: CacheOptions<Key, Value>;
  readonly #entries = new Map<Key, CacheEntry<Value>>();
  readonly #loads = new Map<Key, Promise<Value>>();
  #weight = 0;

  constructor(options: CacheOptions<Key, Value>) {
    this.#options = options;
  }

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    const { age } = this.#options;
    if (age && age.now() - entry.since >= age.maxMs) {
      this.#drop(key, entry);
      return undefined;
    }
    this.#entries.delete(key); // used last, dropped last
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: Key, value: Value): void {
    this.#put(key, value, this.#now());
  }

  /**
   * The entry, or what `work` returns; callers that ask meanwhile get the same. Its age counts from the beginning of the work.
   * A failure is not kept, nor is a value for which `isKept` returns false.
   */
  load(key: Key, work: () => Promise<Value>, isKept: (value: Value) => boolean = () => true): Promise<Value> {
    const known = this.get(key);
    if (known !== undefined) return Promise.resolve(known);
    const pending = this.#loads.get(key) ?? this.#begin(key, work, isKept);
    this.#loads.set(key, pending);
    return pending;
  }

  // Why values are put when they are there: what fails, or is not kept, takes the place of no entry.
  async #begin(key: Key, work: () => Promise<Value>, isKept: (value: Value) => boolean): Promise<Value> {
    const since = this.#now();
    try {
      const value = await Promise.resolve().then(work); // later, so that the load is known before it can end
      if (isKept(value)) this.#put(key, value, since);
      return value;
    } finally {
      this.#loads.delete(key);
    }
  }

  #now(): number {
    return this.#options.age?.now() ?? 0;
  }

  #put(key: Key, value: Value, since: number): void {
    const { maxEntries, weight: limit } = this.#options;
    const before = this.#entries.get(key);
    if (before) this.#drop(key, before);
    const weight = limit?.of(key, value) ?? 0;
    this.#entries.set(key, { value, since, weight });
    this.#weight += weight;
    for (const [oldest, entry] of this.#entries) {
      if (this.#entries.size <= maxEntries && (!limit || this.#weight <= limit.max)) break;
      this.#drop(oldest, entry);
    }
  }

  #drop(key: Key, { weight }: CacheEntry<Value>): void {
    this.#entries.delete(key);
    this.#weight -= weight;
  }
}
