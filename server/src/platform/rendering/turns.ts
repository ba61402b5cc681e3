/** Work that waits for a thread. */
interface Waiting {
  start(): void;
}

/**
 * Gives out threads in turn: one piece of work per project, round and round. Where there are several threads, no
 * project has all of them at once, so one that burns time leaves the others a way through.
 */
export class Turns {
  readonly #threads: number;
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #running = new Map<string, number>();
  #busy = 0;

  constructor(threads: number) {
    this.#threads = threads;
  }

  get waiting(): number {
    return [...this.#waiting.values()].reduce((sum, list) => sum + list.length, 0);
  }

  /** Runs the work when it is the project's turn. */
  async take<T>(project: string, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((resolve) => {
      const list = this.#waiting.get(project) ?? [];
      list.push({ start: resolve });
      this.#waiting.set(project, list);
      this.#next();
    });
    try {
      return await work();
    } finally {
      this.#busy -= 1;
      const left = (this.#running.get(project) ?? 1) - 1;
      if (left === 0) this.#running.delete(project);
      else this.#running.set(project, left);
      this.#next();
    }
  }

  #next(): void {
    const share = Math.max(1, this.#threads - 1);
    for (const [project, list] of this.#waiting) {
      if (this.#busy >= this.#threads) return;
      const running = this.#running.get(project) ?? 0;
      if (running >= share) continue;
      const first = list.shift();
      // Why: back to the end of the row, so that the next one is another project's.
      this.#waiting.delete(project);
      if (list.length > 0) this.#waiting.set(project, list);
      this.#busy += 1;
      this.#running.set(project, running + 1);
      first?.start();
    }
  }
}
