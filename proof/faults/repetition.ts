import { sleep } from './fault-run.ts';

/** Something that is done again and again until it is stopped. */
export interface Repetition {
  /** How often it was done. */
  readonly times: number;
  stop(): Promise<void>;
}

/** Does it after each pause. */
export function repeat(pauseSeconds: () => number, work: (time: number) => Promise<unknown>): Repetition {
  let times = 0;
  let isStopping = false;
  const run = async (): Promise<void> => {
    for (;;) {
      for (let left = pauseSeconds(); left > 0 && !isStopping; left -= 0.05) await sleep(0.05);
      if (isStopping) return;
      await work(times);
      times += 1;
    }
  };
  const running = run();
  return {
    get times() {
      return times;
    },
    stop() {
      isStopping = true;
      return running;
    },
  };
}
