import { type Database, isRetryable, type OpenTransaction, openTransaction, type TransactionScope } from '#platform/db';

const maxAttempts = 5;

/** Runs the work in a transaction and commits. A deadlock or serialisation failure repeats the whole work, five times at most. */
export async function inTransaction<T>(
  database: Database,
  scope: TransactionScope,
  work: (open: OpenTransaction, afterCommit: (hint: () => void) => void) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce(database, scope, work);
    } catch (error) {
      if (attempt >= maxAttempts || !isRetryable(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
    }
  }
}

async function attemptOnce<T>(
  database: Database,
  scope: TransactionScope,
  work: (open: OpenTransaction, afterCommit: (hint: () => void) => void) => Promise<T>,
): Promise<T> {
  const open = await openTransaction(database, scope);
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
