import { type Database, isRetryable, type OpenTransaction, openTransaction, type TransactionScope } from '#platform/db';
import { ResultAfterCommit } from './result-after-commit.ts';

type Work<T> = (open: OpenTransaction, afterCommit: (hint: () => void) => void) => Promise<T | ResultAfterCommit<T>>;

const maxAttempts = 5;

/** Runs the work in a transaction and commits. A deadlock or serialisation failure repeats the whole work, five times at most. */
export async function inTransaction<T>(database: Database, scope: TransactionScope, work: Work<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce(database, scope, work);
    } catch (error) {
      if (attempt >= maxAttempts || !isRetryable(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
    }
  }
}

async function attemptOnce<T>(database: Database, scope: TransactionScope, work: Work<T>): Promise<T> {
  const open = await openTransaction(database, scope);
  let hints: (() => void)[] = [];
  const run = async (): Promise<T | ResultAfterCommit<T>> => work(open, (hint) => hints.push(hint));
  let result: T | ResultAfterCommit<T>;
  try {
    const first = await run().catch((error: unknown) => {
      if (!open.mustRestart) throw error;
    });
    if (open.mustRestart) {
      // Work that needs its moment before its first statement: nothing of it has happened yet, and now the moment is known.
      hints = [];
      await open.restart();
      result = await run();
    } else {
      result = first as T; // it was not stopped
    }
  } catch (error) {
    await open.rollback(error);
    throw error;
  }
  await open.commit();
  for (const hint of hints) hint();
  return result instanceof ResultAfterCommit ? result.make() : result;
}
