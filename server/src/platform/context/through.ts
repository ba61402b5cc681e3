import type { Database, Door, OpenTransaction } from '#platform/db';
import { isRetryable, openTransaction } from '#platform/db';

const mostAttempts = 5;

/** Opens a door, does the work, commits. A deadlock or serialisation failure repeats the whole work, five times at most. */
export async function through<T>(
  database: Database,
  door: Door,
  work: (open: OpenTransaction, afterCommit: (hint: () => void) => void) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once(database, door, work);
    } catch (error) {
      if (attempt >= mostAttempts || !isRetryable(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
    }
  }
}

async function once<T>(
  database: Database,
  door: Door,
  work: (open: OpenTransaction, afterCommit: (hint: () => void) => void) => Promise<T>,
): Promise<T> {
  const open = await openTransaction(database, door);
  const hints: (() => void)[] = [];
  let result: T;
  try {
    result = await work(open, (hint) => hints.push(hint));
  } catch (error) {
    await open.rollback(error);
    throw error;
  }
  await open.commit();
  for (const hint of hints) hint();
  return result;
}
