import { Client } from 'pg';
import { type Database, limits, withTimeout } from '#platform/db';
import type { Logger } from '#platform/log';
import type { SpoolDefinition } from './define-spool.ts';

const channel = 'postrider_wake';
const minIntervalMs = 50;
const reconnectMs = 2_000;
const pingEveryMs = 15_000;
const answerMs = 5_000;
const closeMs = 1_000;

type Wakeable = Pick<SpoolDefinition, 'name' | 'onWake'>;

/**
 * Notifies other processes that rows of these spools are due: at once, then one notification in 50 ms at most, and never inside
 * the transaction that made the rows, because notifications serialise commits. If one is lost, the next poll finds the rows.
 */
export function notifyOthers(spools: readonly Wakeable[], database: Database, log: Logger): { stop(): void } {
  const due = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let notifiedAt = -minIntervalMs;
  const notify = (): void => {
    timer = undefined;
    notifiedAt = performance.now();
    const names = [...due].join(',');
    due.clear();
    database.pool.query('select pg_notify($1, $2)', [channel, names]).catch((error: unknown) => {
      log.debug({ error }, 'workers could not be woken');
    });
  };
  const forget = spools.map(({ name, onWake }) =>
    onWake(() => {
      due.add(name);
      timer ??= setTimeout(notify, Math.max(0, notifiedAt + minIntervalMs - performance.now()));
    }),
  );
  return {
    stop() {
      clearTimeout(timer);
      for (const each of forget) each();
    },
  };
}

export interface WakeCalls {
  /** Whether calls are received now; while they are not, workers look more often. */
  readonly isListening: boolean;
  stop(): Promise<void>;
}

/** Receives the calls of other processes, over a connection of its own that is replaced whenever it is lost. */
export function listenForWakeCalls(url: string, log: Logger, wake: (spool: string) => void): WakeCalls {
  let isListening = false;
  let isStopping = false;
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  const lose = (lost: Client, error: unknown): void => {
    if (client !== lost) return;
    client = undefined;
    isListening = false;
    void lost.end().catch(() => {});
    if (isStopping) return;
    log.debug({ error }, 'wake calls are not received');
    timer = setTimeout(listen, reconnectMs);
  };
  function listen(): void {
    const made = new Client({ connectionString: url, application_name: 'postrider-wake', ...limits });
    client = made;
    made.on('error', (error) => lose(made, error));
    made.on('end', () => lose(made, null));
    made.on('notification', ({ payload = '' }) => {
      for (const name of payload.split(',')) wake(name);
    });
    made
      .connect()
      .then(() => made.query(`listen ${channel}`))
      .then(
        () => {
          isListening = client === made;
          if (isListening) timer = setTimeout(ping, pingEveryMs, made);
        },
        (error: unknown) => lose(made, error),
      );
  }
  /** Checks the connection: one that was lost silently looks like one without notifications. */
  function ping(pinged: Client): void {
    pinged.query(withTimeout(answerMs, 'select')).then(
      () => {
        if (client === pinged) timer = setTimeout(ping, pingEveryMs, pinged);
      },
      (error: unknown) => lose(pinged, error),
    );
  }
  listen();
  return {
    get isListening() {
      return isListening;
    },
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      const open = client;
      client = undefined;
      isListening = false;
      if (!open) return;
      const timeUp = new Promise<void>((resolve) => setTimeout(resolve, closeMs).unref());
      await Promise.race([open.end().catch(() => {}), timeUp]); // a silent connection would not end
    },
  };
}
