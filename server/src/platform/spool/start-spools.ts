import type { Cellar } from '#platform/context';
import { openDatabase } from '#platform/db';
import type { SpoolDefinition } from './define-spool.ts';
import type { SpoolPace } from './work-spool.ts';
import { workSpool } from './work-spool.ts';

export interface RunningSpools {
  /** A row of this spool is due: look now. */
  wake(name: string): void;
  /** Stops claiming, lets handlers finish for SHUTDOWN_SECONDS at most. */
  stop(): Promise<void>;
}

const usualPace: SpoolPace = { longestPauseMs: 100, sweepSeconds: 20 };

/** Works the spools in this process. */
export function startSpools(
  cellar: Cellar,
  spools: readonly SpoolDefinition[],
  options: Partial<SpoolPace> = {},
): RunningSpools {
  const { config, log } = cellar;
  // Why: claims and renewals must not queue behind handlers that hold every connection of the doors.
  const database = openDatabase({
    url: config.DATABASE_URL,
    size: Math.min(4, spools.length + 1),
    onError: (error) => log.warn({ error }, 'spool connection lost'),
  });
  const running = spools.map((spool) => {
    const work = workSpool(cellar, database, spool, { ...usualPace, ...options });
    return { spool, work, forget: spool.onWake(() => work.wake()) };
  });
  return {
    wake: (name) => running.find(({ spool }) => spool.name === name)?.work.wake(),
    async stop() {
      for (const { forget } of running) forget();
      await Promise.all(running.map(({ work }) => work.stop(config.SHUTDOWN_SECONDS * 1_000)));
      await database.close();
    },
  };
}
