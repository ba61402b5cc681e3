/**
 * A list that nothing was asked of yet. `await` it for the first page, with totals and cursor; walk it with `for await` for
 * the items of all pages.
 */
export class List<Page, Item> implements PromiseLike<Page>, AsyncIterable<Item> {
  readonly #load: (query: object) => Promise<Page>;
  readonly #query: object;

  constructor(load: (query: object) => Promise<Page>, query: object) {
    this.#load = load;
    this.#query = query;
  }

  // biome-ignore lint/suspicious/noThenProperty: a list is awaited like any other call
  then<Result = Page, Failure = never>(
    onPage?: ((page: Page) => Result | PromiseLike<Result>) | null,
    onError?: ((error: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    return this.#load(this.#query).then(onPage, onError);
  }

  /** The pages themselves, the first one included. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    let query: object | null = this.#query;
    while (query !== null) {
      const page: Page = await this.#load(query);
      yield page;
      const next = nextOf(page);
      query = next && { ...query, ...next };
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* itemsOf<Item>(page);
  }

  /** All items. Mind the size: every page is loaded. */
  async all(): Promise<Item[]> {
    const items: Item[] = [];
    for await (const item of this) items.push(item);
    return items;
  }
}

interface AnyPage {
  readonly data?: readonly unknown[];
  readonly cursor?: string;
  readonly hasMore?: boolean;
  readonly page?: number;
  readonly totalPages?: number;
}

/** What to ask for after this page: by cursor where the list has one, otherwise by number; null after the last one. */
function nextOf(reply: unknown): { cursor: string } | { page: number } | null {
  const { cursor, hasMore, page, totalPages } = reply as AnyPage; // a list of openapi.json
  if (hasMore !== undefined) return hasMore && cursor ? { cursor } : null;
  return page !== undefined && totalPages !== undefined && page < totalPages ? { page: page + 1 } : null;
}

/** Some lists are bare arrays. */
const itemsOf = <Item>(page: unknown): readonly Item[] =>
  (Array.isArray(page) ? page : ((page as AnyPage).data ?? [])) as readonly Item[]; // by the type of the operation
