import type { Cellar } from '#platform/context';
import type { Database } from '#platform/db';
import { openDatabase, shareConnections } from '#platform/db';
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
  // Why: claims, renewals and the gate must not queue behind handlers, and handlers not behind requests.
  const database = openDatabase({
    url: config.DATABASE_URL,
    size: Math.min(4, spools.length + 1),
    onError: (error) => log.warn({ error }, 'spool connection lost'),
  });
  const handlers = openDatabase({
    url: config.DATABASE_URL,
    size: config.SPOOL_POOL_SIZE,
    preparedStatements: config.DATABASE_PREPARED_STATEMENTS,
    onError: (error) => log.warn({ error }, 'spool connection lost'),
  });
  const own = { ...cellar, database: handlersShare(handlers, config.SPOOL_POOL_SIZE), dispatchDatabase: database };
  const wake = (name: string): void => running.find(({ spool }) => spool.name === name)?.work.wake();
  const calls = options.hearsOthers ? hearWakeCalls(config.DATABASE_URL, log, wake) : null;
  const running = spools.map((spool) => {
    const longestPauseMs = (): number => Math.max(spool.longestPauseMs, calls?.isHeard ? heardPauseMs : deafPauseMs);
    const pace = { longestPauseMs, sweepSeconds: options.sweepSeconds ?? sweepSeconds };
    const work = workSpool(own, database, spool, pace);
    return { spool, work, forget: spool.onWake(() => work.wake()) };
  });
  return {
    wake,
    async stop() {
      await calls?.stop();
      for (const { forget } of running) forget();
      await Promise.all(running.map(({ work }) => work.stop(config.SHUTDOWN_SECONDS * 1_000)));
      await handlers.close();
      await database.close();
    },
  };
}

/** Handlers of one project leave some connections to the others. */
const handlersShare = (database: Database, places: number): Database =>
  shareConnections(database, {
    places,
    perOwner: Math.max(1, places - 2),
    ofInstance: places,
    patience: { withinMs: 30_000 },
  });
