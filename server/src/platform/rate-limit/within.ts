import { sql } from 'kysely';
import type { Db } from '#platform/db';
import type { Rate } from './index.ts';

/** Counts one use inside the caller's transaction. */
export async function countUse(db: Db, key: string, limit: number, windowSeconds: number): Promise<Rate> {
  const { rows } =
    await sql<Rate>`select used, reset_seconds from consume_rate(${key}, ${limit}, ${windowSeconds})`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the rate limit gave no answer');
  return row;
}

/** Gives one use back, where only failures count: attempts are counted before they run, so a burst cannot pass. */
export async function returnUse(db: Db, key: string): Promise<void> {
  await sql`update rate_limits set used = greatest(0, used - 1) where key = ${key}`.execute(db);
}
