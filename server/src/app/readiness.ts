import { instanceContext, type Services } from '#platform/context';
import { withTimeout } from '#platform/db';
import { isMigrated } from './migrate.ts';

export type Checks = Record<'database' | 'migrations' | 'queue', 'ok' | 'failed'>;

/** The database is checked first, then the others: together less than the three seconds in which a caller gets the result. */
const pingMs = 1_500;
const checkMs = 1_000;

/**
 * Whether this process can work. A check that takes too long has failed: a database that was lost silently would otherwise
 * delay the caller for as long as a statement may take.
 * The route is public, so all requests within a second share one result.
 */
export function watchReadiness(services: Services): () => Promise<Checks> {
  let last: Promise<Checks> | undefined;
  let askedAt = 0;
  return () => {
    if (last === undefined || performance.now() - askedAt >= 1_000) {
      askedAt = performance.now();
      last = checkAll(services);
    }
    return last;
  };
}

/** The others are checked only if the database responds. */
async function checkAll(services: Services): Promise<Checks> {
  const database = await inTime(ping(services), pingMs);
  if (database === 'failed') return { database, migrations: 'failed', queue: 'failed' };
  const [migrations, queue] = await Promise.all([
    inTime(isMigrated(instanceContext(services)), checkMs),
    inTime(services.queue.boss.isInstalled(), checkMs),
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

/** A connection that does not respond is closed, and the idle ones with it: the next check opens a new one. */
async function ping({ database }: Services): Promise<true> {
  const client = await database.pool.connect();
  try {
    await client.query(withTimeout(pingMs, 'select 1'));
    database.release(client);
    return true;
  } catch (error) {
    database.release(client, error);
    throw error;
  }
}
