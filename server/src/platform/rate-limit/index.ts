import type { Database } from '#platform/db';
import { callOnce } from '#platform/db';

export interface Rate {
  /** Requests counted in the window, this one included. */
  used: number;
  resetSeconds: number;
}

/** Counts one use of `key`; the counter is shared by all processes. */
export async function consumeRate(
  database: Database,
  key: string,
  limit: number,
  windowSeconds: number,
): Promise<Rate> {
  const args = [key, limit, windowSeconds];
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

export { dropOldWindows } from './drop-old-windows.ts';
export { localRates } from './local-rates.ts';
export { network } from './network.ts';
export { countAmount, countUse, hasUse, returnUse } from './within.ts';
