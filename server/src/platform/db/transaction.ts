import type { PoolClient } from 'pg';
import type { WaitOptions } from '#platform/shares';
import { dbOf } from './client-dialect.ts';
import type { Db } from './db.ts';
import { CommitUnknown, isQueryTimeout, isReadOnly, isServerAnswer } from './errors.ts';
import { rollbackMs, withTimeout } from './limits.ts';
import type { Database } from './pool.ts';

/** The role of a transaction, and the project it is restricted to. */
export interface TransactionScope {
  role: 'postrider_app' | 'postrider_worker';
  /** A uuid, or null for tables without a project; tenant tables then fail. */
  projectId: string | null;
  isReadOnly: boolean;
  /** How long to wait for a connection; the default of the database unless given. */
  waitOptions?: WaitOptions | undefined;
  /** The longest statement; 30 s unless given. */
  statementSeconds?: number | undefined;
}

export interface OpenTransaction {
  readonly db: Db;
  readonly client: PoolClient;
  /** The transaction's moment by the database clock, cut to milliseconds. */
  readonly now: Date;
  commit(): Promise<void>;
  /** `reason`: the error of the work. */
  rollback(reason?: unknown): Promise<void>;
}

/** Opens a transaction with role, project and deadlines local to it, in one round trip. */
export async function openTransaction(database: Database, scope: TransactionScope): Promise<OpenTransaction> {
  const client = await database.connect({ owner: scope.projectId, waitOptions: scope.waitOptions });
  try {
    const now = await begin(client, scope, database.quickMs);
    return { db: dbOf(client, database.usesPreparedStatements), client, now, ...ending(database, client) };
  } catch (error) {
    database.release(client, error);
    throw error;
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function begin(client: PoolClient, scope: TransactionScope, quickMs: number): Promise<Date> {
  if (scope.projectId !== null && !uuid.test(scope.projectId)) throw new Error('a scope needs a uuid or no project');
  // Why: written as text, not parameters, so that BEGIN and the settings are one message. The project is a checked uuid.
  const text =
    `begin${scope.isReadOnly ? ' read only' : ''}; select set_config('role', '${scope.role}', true),` +
    ` set_config('app.project', '${scope.projectId ?? ''}', true), set_config('statement_timeout', '${scope.statementSeconds ?? 30}s', true),` +
    ` set_config('idle_in_transaction_session_timeout', '30s', true), floor(extract(epoch from now()) * 1000)::text as ms`;
  const results: unknown = await client.query(withTimeout(quickMs, text));
  const [, settings] = results as { rows: { ms: string }[] }[]; // two statements give two results
  return new Date(Number(settings?.rows[0]?.ms));
}

function ending(database: Database, client: PoolClient): Pick<OpenTransaction, 'commit' | 'rollback'> {
  return {
    async commit() {
      const answer = await client.query('commit').catch((error: unknown) => {
        database.release(client, error);
        throw isServerAnswer(error) ? error : new CommitUnknown(error);
      });
      database.release(client);
      // Why: COMMIT of a failed transaction returns ROLLBACK without an error.
      if (answer.command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back.');
    },
    async rollback(reason) {
      try {
        // A rollback is pointless: the connection was lost silently, or the server is read-only.
        if (isQueryTimeout(reason) || isReadOnly(reason)) throw reason;
        await client.query(withTimeout(rollbackMs, 'rollback'));
        database.release(client);
      } catch (error) {
        database.release(client, error);
      }
    },
  };
}
