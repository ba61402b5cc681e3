import type { Database } from '#platform/db';
import type { Logger } from '#platform/log';
import { type Listening, listen } from '#platform/notifications';
import type { SpoolDefinition } from './define-spool.ts';

const channel = 'postrider_wake';
const minIntervalMs = 50;

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

/** Receives the calls of other processes. While they are not received, workers look more often. */
export const listenForWakeCalls = (url: string, log: Logger, wake: (spool: string) => void): Listening =>
  listen({
    ...{ url, log, channel, applicationName: 'postrider-wake' },
    onNotification(payload) {
      for (const name of payload.split(',')) wake(name);
    },
  });
