/** Bytes of messages that one worker holds at a time, whatever its number of sessions. */
export interface ByteBudget {
  /** Waits until there is room. One that is larger than everything goes alone. */
  take(bytes: number): Promise<() => void>;
}

export function makeByteBudget(most: number): ByteBudget {
  const waiting: { bytes: number; go: () => void }[] = [];
  let used = 0;

  function next(): void {
    for (let [first] = waiting; first && (used === 0 || used + first.bytes <= most); [first] = waiting) {
      waiting.shift();
      used += first.bytes;
      first.go();
    }
  }

  return {
    async take(bytes) {
      await new Promise<void>((resolve) => {
        waiting.push({ bytes, go: resolve });
        next();
      });
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
