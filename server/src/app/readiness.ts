import type { Cellar } from '#platform/context';
import { instanceContext } from '#platform/context';
import { within } from '#platform/db';
import { isMigrated } from './migrate.ts';

export type Checks = Record<'database' | 'migrations' | 'queue', 'ok' | 'failed'>;

/** The database is asked first, then the others: together less than the three seconds in which a caller has its answer. */
const pingMs = 1_500;
const checkMs = 1_000;

/**
 * Whether this process can work. A check without an answer in time has failed: a database that is lost without a word would
 * else hold the caller for as long as a statement may take.
 * Anybody may ask on the public port, so the look-ups are shared by all who ask within a second.
 */
export function watchReadiness(cellar: Cellar): () => Promise<Checks> {
  let last: Promise<Checks> | undefined;
  let askedAt = 0;
  return () => {
    if (last === undefined || performance.now() - askedAt >= 1_000) {
      askedAt = performance.now();
      last = checkAll(cellar);
    }
    return last;
  };
}

/** The others are asked only of a database that answers. */
async function checkAll(cellar: Cellar): Promise<Checks> {
  const database = await inTime(ping(cellar), pingMs);
  if (database === 'failed') return { database, migrations: 'failed', queue: 'failed' };
  const [migrations, queue] = await Promise.all([
    inTime(isMigrated(instanceContext(cellar)), checkMs),
    inTime(cellar.queue.boss.isInstalled(), checkMs),
  ]);
  return { database, migrations, queue };
}

async function inTime(work: Promise<boolean>, milliseconds: number): Promise<'ok' | 'failed'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false);
  });
  const isGood = await Promise.race([work.catch(() => false), late]);
  clearTimeout(timer);
  return isGood ? 'ok' : 'failed';
}

/** A link that does not answer is given up, and the idle ones with it: the next who asks finds a new one. */
async function ping({ database }: Cellar): Promise<true> {
  const client = await database.pool.connect();
  try {
    await client.query(within(pingMs, 'select 1'));
    database.release(client);
    return true;
  } catch (error) {
    database.release(client, error);
    throw error;
  }
}
