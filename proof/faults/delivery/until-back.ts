import { Client } from 'pg';
import { sleep } from '../fault-run.ts';
import type { Senders } from './senders.ts';

/** P9: how long a primary that was lost may keep traffic away. */
export const maxSeconds = 45;

/** Seconds from a fault of the database until each kind of traffic is back. */
interface BackSeconds {
  readonly served: number;
  readonly mailLeft: number;
  readonly queue: number;
}

interface LostDatabase {
  readonly url: string;
  readonly probe: Senders['probe'];
  /** Seconds since the fault began. */
  readonly since: () => number;
  /** When nothing of before could happen any more, by the clock of the database. */
  readonly lostAt: Date;
}

/** Looks until a send gets 200, a mail has left and the queue polls; gives up after twice the time that is allowed. */
export async function secondsUntilBack({ url, probe, since, lostAt }: LostDatabase): Promise<BackSeconds> {
  const lookUntil = async (isBack: () => Promise<boolean>): Promise<number> => {
    while (since() < 2 * maxSeconds && !(await isBack())) await sleep(0.4);
    return since();
  };
  const [served, mailLeft, queue] = await Promise.all([
    lookUntil(async () => (await probe())?.status === 200),
    lookUntil(() => hasRow(url, sentSince, [lostAt])),
    lookUntil(() => hasRow(url, polledSince, [lostAt])),
  ]);
  return { served, mailLeft, queue };
}

export const isBackInTime = (seconds: BackSeconds): boolean =>
  Object.values(seconds).every((each) => each <= maxSeconds);

/** Seconds since now, to a tenth. */
export function stopwatch(): () => number {
  const began = performance.now();
  return () => Number(((performance.now() - began) / 1_000).toFixed(1));
}

/** Mail that passed the gate after the loss, so that no earlier reply counts. */
const sentSince = `select from delivery_attempts where outcome = 'ACCEPTED' and committing_at > $1 limit 1`;

/** The queue polls its tasks every few seconds; a session of it has done so. */
const polledSince = `select from pg_stat_activity where datname = current_database() and application_name = 'postrider-queue'
                        and state = 'idle' and query <> '' and state_change > $1 limit 1`;

/** On a connection of its own: the one before may lead to the server that was lost. */
async function hasRow(url: string, query: string, values: readonly unknown[]): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 3_000, query_timeout: 3_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(query, [...values])).rowCount === 1;
  } catch {
    return false; // it is still away
  } finally {
    client.end().catch(() => {}); // Why not waited for: a server that is lost never says goodbye
  }
}
