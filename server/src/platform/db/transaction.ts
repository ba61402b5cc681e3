import type { WaitOptions } from '#platform/shares';
import { dbOf } from './client-dialect.ts';
import type { Db } from './db.ts';
import { CommitUnknown, isOutdatedStatement, isQueryTimeout, isReadOnly, isServerAnswer } from './errors.ts';
import { rollbackMs, withTimeout } from './limits.ts';
import type { Database } from './pool.ts';
import { type StatementScope, TransactionStatements } from './transaction-statements.ts';

export interface TransactionScope extends StatementScope {
  /** How long to wait for a connection; the default of the database unless given. */
  readonly waitOptions?: WaitOptions | undefined;
}

export interface OpenTransaction {
  /** Another one after a restart. */
  readonly db: Db;
  /**
   * The transaction's moment by the database clock, cut to milliseconds. The first answer brings it; work that asks before is
   * stopped by an error, and has to be begun again (`restart`).
   */
  readonly now: Date;
  readonly mustRestart: boolean;
  restart(): Promise<void>;
  commit(): Promise<void>;
  /** `reason`: the error of the work. */
  rollback(reason?: unknown): Promise<void>;
}

/** Opens a transaction with role, project and deadlines local to it. They are sent with its first statement. */
export async function openTransaction(database: Database, scope: TransactionScope): Promise<OpenTransaction> {
  const client = await database.connect({ owner: scope.projectId, waitOptions: scope.waitOptions });
  try {
    const statements = new TransactionStatements(database, client, scope);
    // Why: a server that was lost silently is noticed by a short statement sooner than by one that may take long.
    if (database.mayBeLost(client)) await statements.begin(database.quickMs);
    return transactionOf(database, scope, statements);
  } catch (error) {
    database.release(client, error);
    throw error;
  }
}

function transactionOf(database: Database, scope: StatementScope, first: TransactionStatements): OpenTransaction {
  const { client } = first;
  let statements = first;
  let db = dbOf(statements);
  return {
    get db() {
      return db;
    },
    get now() {
      return statements.now;
    },
    get mustRestart() {
      return statements.mustRestart;
    },
    async restart() {
      await statements.abandon();
      // Invariant: work has its own `db` each time. What is left of the first time could otherwise still write, into the second
      // transaction or, while the first one is rolled back, into none: without its role and its project.
      statements = new TransactionStatements(database, client, scope);
      db = dbOf(statements);
      await statements.begin();
    },
    async commit() {
      const command = await statements.commit().catch(async (error: unknown) => {
        if (!isServerAnswer(error)) {
          database.release(client, error);
          throw new CommitUnknown(error);
        }
        await rollBack(database, statements, error);
        throw error;
      });
      database.release(client);
      // Why: COMMIT of a failed transaction returns ROLLBACK without an error.
      if (command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back.');
    },
    async rollback(reason) {
      statements.end();
      await rollBack(database, statements, reason);
    },
  };
}

async function rollBack(database: Database, { client, isOpen }: TransactionStatements, reason: unknown): Promise<void> {
  try {
    // A rollback is pointless: the connection was lost silently, or is of no use any more.
    if (isQueryTimeout(reason) || isReadOnly(reason) || isOutdatedStatement(reason)) throw reason;
    if (isOpen) await client.query(withTimeout(rollbackMs, 'rollback'));
    database.release(client);
  } catch (error) {
    database.release(client, error);
  }
}
