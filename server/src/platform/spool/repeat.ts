import type { Bell } from './bell.ts';
import { makeBell } from './bell.ts';

export interface Repeated {
  /** No round begins after this; settles when the last one has ended. */
  stop(): Promise<void>;
}

interface Rhythm {
  readonly firstPauseMs?: number;
  /** Rung from outside, it cuts a pause short. */
  readonly bell?: Bell;
}

/** Does `work`, pauses as many milliseconds as it answers, and so on. `work` deals with its own errors. */
export function repeat(work: () => Promise<number>, { firstPauseMs = 0, bell = makeBell() }: Rhythm = {}): Repeated {
  let isStopping = false;
  const run = async (): Promise<void> => {
    let pause = firstPauseMs;
    while (!isStopping) {
      if (pause > 0) await bell.wait(pause);
      if (!isStopping) pause = await work();
    }
  };
  const running = run();
  return {
    stop() {
      isStopping = true;
      bell.ring();
      return running;
    },
  };
}
