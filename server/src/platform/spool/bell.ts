/** Lets a loop sleep until somebody rings. A ring while nobody sleeps ends the next sleep at once. */
export interface Bell {
  ring(): void;
  /** True when it was rung, false when the time was up. */
  wait(milliseconds: number): Promise<boolean>;
}

export function makeBell(): Bell {
  let isRung = false;
  let answer: ((isRung: boolean) => void) | undefined;
  return {
    ring() {
      if (answer) answer(true);
      else isRung = true;
    },
    async wait(milliseconds) {
      if (!isRung) {
        isRung = await new Promise<boolean>((resolve) => {
          const timer = setTimeout(() => resolve(false), milliseconds);
          answer = (value) => {
            clearTimeout(timer);
            resolve(value);
          };
        });
        answer = undefined;
      }
      const wasRung = isRung;
      isRung = false;
      return wasRung;
    },
  };
}
