import type { Database } from '#platform/db';
import { TooManyRequests } from '#platform/identity';
import { consumeRate, network } from '#platform/rate-limit';
import { limits } from '#pure/limits';

/** D-134: an address with too many failed attempts has to wait. */
export async function countFailedAttempt(database: Database, address: string): Promise<void> {
  const limit = limits.failedAuthenticationsPerNetwork;
  const { used, resetSeconds } = await consumeRate(database, `failed:${network(address)}`, limit);
  if (used > limit.max) throw TooManyRequests('address', limit, resetSeconds);
}
