/** Lets a loop sleep until it is woken. A wake-up while it does not sleep ends the next sleep at once. */
export interface WakeSignal {
  wake(): void;
  /** True when it was woken, false when the time was up. */
  wait(milliseconds: number): Promise<boolean>;
}

export function makeWakeSignal(): WakeSignal {
  let isWoken = false;
  let settle: ((isWoken: boolean) => void) | undefined;
  return {
    wake() {
      if (settle) settle(true);
      else isWoken = true;
    },
    async wait(milliseconds) {
      if (!isWoken) {
        isWoken = await new Promise<boolean>((resolve) => {
          const timer = setTimeout(() => resolve(false), milliseconds);
          settle = (value) => {
            clearTimeout(timer);
            resolve(value);
          };
        });
        settle = undefined;
      }
      const wasWoken = isWoken;
      isWoken = false;
      return wasWoken;
    },
  };
}
