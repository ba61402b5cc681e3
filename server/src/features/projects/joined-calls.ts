import { NoFreeSlot } from '#platform/shares';

interface Joined<Item, Result> {
  readonly items: Item[];
  readonly result: Promise<Result>;
}

/** `close` returns the items of all who joined; it is called when the call is sent, and from then on nobody joins. */
type Send<Item, Result> = (close: () => readonly Item[]) => Promise<Result>;

const maxItems = 1_000;

/**
 * Calls that requests share: those that come before a call is sent join it, those that come later wait for the next. So nobody gets
 * an answer that is older than the request.
 */
export class JoinedCalls<Item, Result> {
  readonly #open = new Map<string, Joined<Item, Result>>();

  join(key: string, item: Item, send: Send<Item, Result>): Promise<Result> {
    const joined = this.#open.get(key) ?? this.#start(key, send);
    if (joined.items.length >= maxItems) return Promise.reject(new NoFreeSlot('crowded'));
    joined.items.push(item);
    return joined.result;
  }

  #start(key: string, send: Send<Item, Result>): Joined<Item, Result> {
    const close = (): readonly Item[] => {
      if (this.#open.get(key) === joined) this.#open.delete(key);
      return joined.items;
    };
    const joined: Joined<Item, Result> = { items: [], result: Promise.resolve(close).then(send).finally(close) };
    this.#open.set(key, joined);
    return joined;
  }
}
