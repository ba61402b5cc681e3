import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';

/**
 * How long a statement of a migration waits for its lock. Why: later statements on the same table queue behind it, so it
 * gives up soon, lets them pass and tries again.
 */
const lockSeconds = 3;
const maxPauseMs = 5_000;

export interface LockRetries {
  /** Tries in all; the default is some five minutes of them. */
  readonly attempts?: number;
  /** Called before each further try. */
  readonly onRetry?: (attempt: number) => void;
}

/** Runs work that takes strong locks, and repeats it until it gets them. `work` must be safe to repeat. */
export async function withLockRetries<T>(
  client: Client,
  work: () => Promise<T>,
  { attempts = 40, onRetry = () => {} }: LockRetries = {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    await client.query(`set lock_timeout = '${lockSeconds}s'`);
    try {
      return await work();
    } catch (error) {
      if (!isLockWait(error)) throw error;
      await client.query('rollback');
      if (attempt >= attempts) throw gaveUp(attempts, error);
      onRetry(attempt);
      await delay(Math.min(attempt * 500, maxPauseMs));
    } finally {
      await client.query('reset lock_timeout').catch(() => {}); // refused in a failed transaction of `work`'s own
    }
  }
}

/** A lock timeout, or a deadlock in which this transaction was cancelled. */
const isLockWait = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['55P03', '40P01'].includes(String(error.code));

const gaveUp = (attempts: number, cause: unknown): Error =>
  new Error(
    `The migration did not get a lock in ${attempts} tries of ${lockSeconds} s: a long transaction holds a table ` +
      '(see pg_stat_activity). What was done before stays; run the migration again.',
    { cause },
  );
