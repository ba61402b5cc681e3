import { Client } from 'pg';
import { limits, withTimeout } from '#platform/db';
import type { Logger } from '#platform/log';

const reconnectMs = 2_000;
const pingEveryMs = 15_000;
const answerMs = 5_000;
const closeMs = 1_000;

export interface Listening {
  /** Whether notifications are received now. */
  readonly isListening: boolean;
  stop(): Promise<void>;
}

export interface ListenOptions {
  readonly url: string;
  readonly log: Logger;
  readonly channel: string;
  /** Of the connection, for those who look at the database. */
  readonly applicationName: string;
  onNotification(payload: string): void;
}

/**
 * Receives notifications of a channel, over a connection of its own that is replaced whenever it is lost. What is notified meanwhile is
 * lost, so a listener has to look for itself as well.
 */
export function listen({ url, log, channel, applicationName, onNotification }: ListenOptions): Listening {
  let isListening = false;
  let isStopping = false;
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  const lose = (lost: Client, error: unknown): void => {
    if (client !== lost) return;
    client = undefined;
    isListening = false;
    clearTimeout(timer);
    void lost.end().catch(() => {});
    if (isStopping) return;
    log.debug({ error, channel }, 'notifications are not received');
    timer = setTimeout(connect, reconnectMs);
  };
  function connect(): void {
    const made = new Client({ connectionString: url, application_name: applicationName, ...limits });
    client = made;
    made.on('error', (error) => lose(made, error));
    made.on('end', () => lose(made, null));
    made.on('notification', ({ payload = '' }) => onNotification(payload));
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
  connect();
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
