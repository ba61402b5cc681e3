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
    return transactionOf(database, statements);
  } catch (error) {
    database.release(client, error);
    throw error;
  }
}

function transactionOf(database: Database, statements: TransactionStatements): OpenTransaction {
  const { client } = statements;
  return {
    db: dbOf(statements),
    get now() {
      return statements.now;
    },
    get mustRestart() {
      return statements.mustRestart;
    },
    restart: () => statements.restart(),
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
