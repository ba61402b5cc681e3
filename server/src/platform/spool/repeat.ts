import { makeWakeSignal, type WakeSignal } from './wake-signal.ts';

export interface Repetition {
  /** Starts no further round; settles when the last one has ended. */
  stop(): Promise<void>;
}

interface RepeatOptions {
  readonly firstPauseMs?: number;
  /** A wake-up ends the current pause. */
  readonly wakeSignal?: WakeSignal;
}

/** Runs `work` repeatedly, with a pause of as many milliseconds as it returns. `work` handles its own errors. */
export function repeat(
  work: () => Promise<number>,
  { firstPauseMs = 0, wakeSignal = makeWakeSignal() }: RepeatOptions = {},
): Repetition {
  let isStopping = false;
  const run = async (): Promise<void> => {
    let pause = firstPauseMs;
    while (!isStopping) {
      if (pause > 0) await wakeSignal.wait(pause);
      if (!isStopping) pause = await work();
    }
  };
  const running = run();
  return {
    stop() {
      isStopping = true;
      wakeSignal.wake();
      return running;
    },
  };
}
