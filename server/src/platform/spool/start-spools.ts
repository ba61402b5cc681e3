import type { Cellar } from '#platform/context';
import { openDatabase } from '#platform/db';
import type { SpoolDefinition } from './define-spool.ts';
import { hearWakeCalls } from './wake-calls.ts';
import { workSpool } from './work-spool.ts';

export interface RunningSpools {
  /** A row of this spool is due: look now. */
  wake(name: string): void;
  /** Stops claiming, lets handlers finish for SHUTDOWN_SECONDS at most. */
  stop(): Promise<void>;
}

const deafPauseMs = 100;
const heardPauseMs = 1_000;
const sweepSeconds = 20;

export interface SpoolOptions {
  readonly sweepSeconds?: number;
  /** Processes that make rows elsewhere are listened to; then an idle spool may sleep longer. */
  readonly hearsOthers?: boolean;
}

/** Works the spools in this process. */
export function startSpools(
  cellar: Cellar,
  spools: readonly SpoolDefinition[],
  options: SpoolOptions = {},
): RunningSpools {
  const { config, log } = cellar;
  // Why: claims and renewals must not queue behind handlers that hold every connection of the doors.
  const database = openDatabase({
    url: config.DATABASE_URL,
    size: Math.min(4, spools.length + 1),
    onError: (error) => log.warn({ error }, 'spool connection lost'),
  });
  const wake = (name: string): void => running.find(({ spool }) => spool.name === name)?.work.wake();
  const calls = options.hearsOthers ? hearWakeCalls(config.DATABASE_URL, log, wake) : null;
  const running = spools.map((spool) => {
    const longestPauseMs = (): number => Math.max(spool.longestPauseMs, calls?.isHeard ? heardPauseMs : deafPauseMs);
    const pace = { longestPauseMs, sweepSeconds: options.sweepSeconds ?? sweepSeconds };
    const work = workSpool(cellar, database, spool, pace);
    return { spool, work, forget: spool.onWake(() => work.wake()) };
  });
  return {
    wake,
    async stop() {
      await calls?.stop();
      for (const { forget } of running) forget();
      await Promise.all(running.map(({ work }) => work.stop(config.SHUTDOWN_SECONDS * 1_000)));
      await database.close();
    },
  };
}
