import { callOnce, type Database } from '#platform/db';
import type { RateLimit } from '#pure/limits';

export interface Rate {
  /** Requests counted in the window, this one included. */
  used: number;
  resetSeconds: number;
}

/** Counts one use of `key`; the counter is shared by all processes. */
export async function consumeRate(database: Database, key: string, { max, windowSeconds }: RateLimit): Promise<Rate> {
  const args = [key, max, windowSeconds];
  const options = { owner: key, isForgettable: true };
  const rows = await callOnce<{ used: number; reset_seconds: number }>(
    database,
    'postrider_app',
    'consume_rate',
    args,
    options,
  );
  const [row] = rows;
  if (!row) throw new Error('the rate limit gave no answer');
  return { used: row.used, resetSeconds: row.reset_seconds };
}
