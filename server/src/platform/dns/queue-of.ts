/** Lets so many pieces of work run at once; the others wait their turn. Work whose signal is aborted never begins. */
export type QueueOf = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

export function queueOf(mostAtOnce: number): QueueOf {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work, signal) => {
    if (running >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
