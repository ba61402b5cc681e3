import { Overloaded } from './refusals.ts';

const megabyte = 1024 * 1024;
const budget = 64 * megabyte;
const patienceMs = 1_000;

/** Bodies over 1 MB that one process holds at once (D-603). */
export interface LargeBodies {
  /** Waits a second at most for room; answers how to give it back. */
  admit(bytes: number): Promise<() => void>;
}

export function largeBodies(): LargeBodies {
  let free = budget;
  const waiting: { bytes: number; go: () => void }[] = [];
  const giveBack = (bytes: number): void => {
    free += bytes;
    for (let next = waiting[0]; next && next.bytes <= free; next = waiting[0]) {
      waiting.shift();
      free -= next.bytes;
      next.go();
    }
  };
  const holding = (bytes: number) => {
    let isHeld = true;
    return () => {
      if (isHeld) giveBack(bytes);
      isHeld = false;
    };
  };
  return {
    admit(bytes) {
      if (bytes <= megabyte) return Promise.resolve(() => {});
      if (waiting.length === 0 && bytes <= free) {
        free -= bytes;
        return Promise.resolve(holding(bytes));
      }
      return new Promise((resolve, reject) => {
        const entry = {
          bytes,
          go() {
            clearTimeout(timer);
            resolve(holding(bytes));
          },
        };
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(entry), 1);
          reject(Overloaded('large bodies', 5));
        }, patienceMs);
        waiting.push(entry);
      });
    },
  };
}
