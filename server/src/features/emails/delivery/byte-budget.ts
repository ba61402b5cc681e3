/** Bytes of large messages that one worker holds at a time, whatever its number of sessions. */
export interface ByteBudget {
  /**
   * Waits until there is room; the answer gives it back. One that is larger than everything goes alone. Null when the wait
   * was aborted, or when so many wait already that their sessions would be missed.
   */
  take(bytes: number, signal: AbortSignal): Promise<(() => void) | null>;
}

interface Limits {
  readonly mostBytes: number;
  /** How many may wait at a time. */
  readonly mostWaiting: number;
}

/** Below this a message passes beside the budget: a receipt does not wait for anybody's large attachments. */
export const smallBytes = 256 * 1024;

const nothing = (): void => {};

export function makeByteBudget({ mostBytes, mostWaiting }: Limits): ByteBudget {
  const waiting: { bytes: number; go: () => void }[] = [];
  let used = 0;

  function next(): void {
    for (let [first] = waiting; first && (used === 0 || used + first.bytes <= mostBytes); [first] = waiting) {
      waiting.shift();
      used += first.bytes;
      first.go();
    }
  }

  /** True when there is room; false when the wait was aborted. */
  function room(bytes: number, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const leave = (): void => {
        waiting.splice(waiting.indexOf(entry), 1);
        next(); // who waited behind it may fit
        resolve(false);
      };
      const go = (): void => {
        signal.removeEventListener('abort', leave);
        resolve(true);
      };
      const entry = { bytes, go };
      signal.addEventListener('abort', leave, { once: true });
      waiting.push(entry);
      next();
    });
  }

  return {
    async take(bytes, signal) {
      if (bytes < smallBytes) return nothing;
      if (signal.aborted || waiting.length >= mostWaiting) return null;
      if (!(await room(bytes, signal))) return null;
      let isGiven = false;
      return () => {
        if (isGiven) return;
        isGiven = true;
        used -= bytes;
        next();
      };
    },
  };
}
