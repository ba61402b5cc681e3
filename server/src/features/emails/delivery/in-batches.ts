/** Runs what has gathered under a key in one go, while more gathers behind it. */
export interface Batches<Item, Answer> {
  add(item: Item): Promise<Answer>;
}

export interface BatchOptions<Item, Answer> {
  /** Items with the same key share a batch. */
  readonly keyOf: (item: Item) => string;
  readonly most: number;
  /** Batches of one key that run at the same time. */
  readonly parallel?: number;
  /** One answer for each item, in order; a rejection reaches them all. */
  readonly run: (items: readonly Item[]) => Promise<readonly Answer[]>;
}

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

interface Line<Item, Answer> {
  readonly waiting: Waiting<Item, Answer>[];
  running: number;
}

/** Nobody waits for a clock: what comes in one turn of the loop goes together, and what comes during a run goes next. */
export function inBatches<Item, Answer>(options: BatchOptions<Item, Answer>): Batches<Item, Answer> {
  const { keyOf, most, parallel = 1, run } = options;
  const lines = new Map<string, Line<Item, Answer>>();

  async function work(key: string, line: Line<Item, Answer>): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    for (let batch = line.waiting.splice(0, most); batch.length > 0; batch = line.waiting.splice(0, most)) {
      await run(batch.map(({ item }) => item)).then(
        (answers) => settle(batch, answers),
        (error: unknown) => {
          for (const { reject } of batch) reject(error);
        },
      );
    }
    line.running -= 1;
    if (line.running === 0 && line.waiting.length === 0) lines.delete(key);
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        const key = keyOf(item);
        const line = lines.get(key) ?? { waiting: [], running: 0 };
        lines.set(key, line);
        line.waiting.push({ item, resolve, reject });
        if (line.running >= parallel) return;
        line.running += 1;
        work(key, line).catch(reject); // work itself does not throw
      }),
  };
}

function settle<Item, Answer>(batch: readonly Waiting<Item, Answer>[], answers: readonly Answer[]): void {
  for (const [index, { resolve, reject }] of batch.entries()) {
    if (index < answers.length)
      resolve(answers[index] as Answer); // within its length
    else reject(new Error('a batch gives one answer for each item'));
  }
}
