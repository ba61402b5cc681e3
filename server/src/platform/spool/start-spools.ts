import type { Services } from '#platform/context';
import { type Database, openDatabase, shareConnections } from '#platform/db';
import type { SpoolDefinition } from './define-spool.ts';
import { listenForWakeCalls } from './wake-calls.ts';
import { workSpool } from './work-spool.ts';

export interface RunningSpools {
  /** A row of this spool is due: look now. */
  wake(name: string): void;
  /** Stops claiming, lets handlers finish for SHUTDOWN_SECONDS at most. */
  stop(): Promise<void>;
}

const pollingPauseMs = 100;
const listeningPauseMs = 1_000;
const sweepSeconds = 20;

export interface SpoolOptions {
  readonly sweepSeconds?: number;
  /** Where to listen for wake calls of other processes; then an idle spool may sleep longer. */
  readonly listenUrl?: string | null;
}

/** Works the spools in this process. */
export function startSpools(
  services: Services,
  spools: readonly SpoolDefinition[],
  options: SpoolOptions = {},
): RunningSpools {
  const { config, log } = services;
  // Why: claims, renewals and the gate must not wait behind handlers, nor handlers behind requests.
  const database = openDatabase({
    url: config.DATABASE_URL,
    size: Math.min(4, spools.length + 1),
    preparedStatements: config.DATABASE_PREPARED_STATEMENTS,
    onError: (error) => log.warn({ error }, 'spool connection lost'),
  });
  const handlers = openDatabase({
    url: config.DATABASE_URL,
    size: config.SPOOL_POOL_SIZE,
    preparedStatements: config.DATABASE_PREPARED_STATEMENTS,
    onError: (error) => log.warn({ error }, 'spool connection lost'),
  });
  const own = { ...services, database: handlersShare(handlers, config.SPOOL_POOL_SIZE), dispatchDatabase: database };
  const wake = (name: string): void => running.find(({ spool }) => spool.name === name)?.work.wake();
  const calls = options.listenUrl ? listenForWakeCalls(options.listenUrl, log, wake) : null;
  const running = spools.map((spool) => {
    const longestPauseMs = (): number =>
      Math.max(spool.longestPauseMs, calls?.isListening ? listeningPauseMs : pollingPauseMs);
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

/** Handlers of one project may not hold all connections. */
const handlersShare = (database: Database, slots: number): Database =>
  shareConnections(database, {
    slots,
    perOwner: Math.max(1, slots - 2),
    ofInstance: slots,
    waitOptions: { withinMs: 30_000 },
  });
