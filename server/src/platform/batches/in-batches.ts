/** Collects items by key and runs them in batches; items added during a run form the next batch. */
export interface Batches<Item, Answer> {
  add(item: Item): Promise<Answer>;
}

export interface BatchOptions<Item, Answer> {
  /** Items with the same key share a batch. */
  readonly keyOf: (item: Item) => string;
  readonly max: number;
  /** Batches of one key that run at the same time. */
  readonly parallel?: number;
  /** The shortest time between two beginnings: what comes sooner after one waits a little, so that more share the next. */
  readonly gatherMs?: number;
  /** One answer for each item, in order; a rejection reaches them all. */
  readonly run: (items: readonly Item[]) => Promise<readonly Answer[]>;
}

interface WaitingItem<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

interface ItemQueue<Item, Answer> {
  readonly waiting: WaitingItem<Item, Answer>[];
  running: number;
  beganAt: number;
}

/** Items of one turn of the event loop form a batch, and items added during a run form the next one. */
export function inBatches<Item, Answer>(options: BatchOptions<Item, Answer>): Batches<Item, Answer> {
  const { keyOf, max, parallel = 1, gatherMs = 0, run } = options;
  const queues = new Map<string, ItemQueue<Item, Answer>>();

  async function work(key: string, queue: ItemQueue<Item, Answer>): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    while (queue.waiting.length > 0) {
      const early = queue.beganAt + gatherMs - performance.now();
      if (early > 0 && queue.waiting.length < max) await new Promise((resolve) => setTimeout(resolve, early));
      const batch = queue.waiting.splice(0, max);
      if (batch.length === 0) break; // another run has taken them
      queue.beganAt = performance.now();
      await run(batch.map(({ item }) => item)).then(
        (answers) => settle(batch, answers),
        (error: unknown) => {
          for (const { reject } of batch) reject(error);
        },
      );
    }
    queue.running -= 1;
    if (queue.running === 0 && queue.waiting.length === 0) forget(key, queue);
  }

  /** A key that rests is forgotten, though not before its next batch may begin. */
  function forget(key: string, queue: ItemQueue<Item, Answer>): void {
    if (gatherMs === 0) queues.delete(key);
    else
      setTimeout(() => {
        if (queue.running === 0 && queue.waiting.length === 0 && queues.get(key) === queue) queues.delete(key);
      }, gatherMs).unref();
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        const key = keyOf(item);
        const queue = queues.get(key) ?? { waiting: [], running: 0, beganAt: Number.NEGATIVE_INFINITY };
        queues.set(key, queue);
        queue.waiting.push({ item, resolve, reject });
        if (queue.running >= parallel) return;
        queue.running += 1;
        work(key, queue).catch(reject); // work itself does not throw
      }),
  };
}

function settle<Item, Answer>(batch: readonly WaitingItem<Item, Answer>[], answers: readonly Answer[]): void {
  for (const [index, { resolve, reject }] of batch.entries()) {
    if (index < answers.length)
      resolve(answers[index] as Answer); // within its length
    else reject(new Error('a batch gives one answer for each item'));
  }
}
