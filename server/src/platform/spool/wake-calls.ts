import { Client } from 'pg';
import type { Database } from '#platform/db';
import { limits, within } from '#platform/db';
import type { Logger } from '#platform/log';
import type { SpoolDefinition } from './define-spool.ts';

const channel = 'postrider_wake';
const quietMs = 50;
const againMs = 2_000;
const askEveryMs = 15_000;
const answerMs = 5_000;
const goodbyeMs = 1_000;

type Wakeable = Pick<SpoolDefinition, 'name' | 'onWake'>;

/**
 * Tells other processes that rows of these spools are due: at once, then one notification in 50 ms at most, and never inside
 * the transaction that made the rows, because notifications make commits wait for each other. A lost one costs a poll.
 */
export function tellOthers(spools: readonly Wakeable[], database: Database, log: Logger): { stop(): void } {
  const due = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let toldAt = -quietMs;
  const tell = (): void => {
    timer = undefined;
    toldAt = performance.now();
    const names = [...due].join(',');
    due.clear();
    database.pool.query('select pg_notify($1, $2)', [channel, names]).catch((error: unknown) => {
      log.debug({ error }, 'workers could not be woken');
    });
  };
  const forget = spools.map(({ name, onWake }) =>
    onWake(() => {
      due.add(name);
      timer ??= setTimeout(tell, Math.max(0, toldAt + quietMs - performance.now()));
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
  /** Whether a call would be heard now; while it would not, workers look more often. */
  readonly isHeard: boolean;
  stop(): Promise<void>;
}

/** Hears what other processes tell, over a connection of its own that is made anew whenever it is lost. */
export function hearWakeCalls(url: string, log: Logger, wake: (spool: string) => void): WakeCalls {
  let isHeard = false;
  let isStopping = false;
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  const lose = (lost: Client, error: unknown): void => {
    if (client !== lost) return;
    client = undefined;
    isHeard = false;
    void lost.end().catch(() => {});
    if (isStopping) return;
    log.debug({ error }, 'wake calls are not heard');
    timer = setTimeout(listen, againMs);
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
          isHeard = client === made;
          if (isHeard) timer = setTimeout(ask, askEveryMs, made);
        },
        (error: unknown) => lose(made, error),
      );
  }
  /** A link that went silent looks like one with nothing to tell. */
  function ask(asked: Client): void {
    asked.query(within(answerMs, 'select')).then(
      () => {
        if (client === asked) timer = setTimeout(ask, askEveryMs, asked);
      },
      (error: unknown) => lose(asked, error),
    );
  }
  listen();
  return {
    get isHeard() {
      return isHeard;
    },
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      const open = client;
      client = undefined;
      isHeard = false;
      if (!open) return;
      const patience = new Promise<void>((resolve) => setTimeout(resolve, goodbyeMs).unref());
      await Promise.race([open.end().catch(() => {}), patience]); // a silent link would not end
    },
  };
}
