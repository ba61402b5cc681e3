import { Pool, type PoolClient, type types } from 'pg';
import type { WaitOptions } from '#platform/shares';
import { isOutdatedStatement, isQueryTimeout, isReadOnly } from './errors.ts';
import { limits, quickMs, silentMs } from './limits.ts';
import { PlanRenewal } from './plan-renewal.ts';
import { makeStatementNames } from './statement-names.ts';
import { typeParserOf } from './type-parsers.ts';

export interface Database {
  readonly pool: Pool;
  readonly usesPreparedStatements: boolean;
  /** A name for a statement that is repeated; undefined for others. */
  nameStatement(sql: string): string | undefined;
  /** How many wait for a connection. */
  readonly waiting: number;
  /** The timeout of short statements: the begin of a transaction, a single call. */
  readonly quickMs: number;
  connect(request?: ConnectionRequest): Promise<PoolClient>;
  /** Returns a connection to the pool, or closes it after an error. */
  release(client: PoolClient, error?: unknown): void;
  /** Nothing has come from the connection for a while: its server may be lost without a word. */
  mayBeLost(client: PoolClient): boolean;
  noteAnswer(client: PoolClient): void;
  close(): Promise<void>;
}

/** For whom a connection is, and how long to wait for it. Only used by a database with shares. */
export interface ConnectionRequest {
  /** A project, or the credential of a request that is being identified; null for the instance itself. */
  readonly owner: string | null;
  readonly waitOptions?: WaitOptions | undefined;
}

export interface DatabaseOptions {
  url: string;
  size: number;
  preparedStatements?: boolean;
  /** Other limits than the usual ones, for tests. */
  statementMs?: number;
  quickMs?: number;
  silentMs?: number;
  /** Called with errors of idle connections; without a listener they would end the process. */
  onError?: (error: Error) => void;
}

/** The connection pool. A connection can do nothing until a transaction scope gives it a role. */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = new Pool({
    connectionString: options.url,
    max: options.size,
    ...limits,
    query_timeout: options.statementMs ?? limits.query_timeout,
    idleTimeoutMillis: 60_000,
    application_name: 'postrider',
    types: { getTypeParser: typeParserOf as typeof types.getTypeParser }, // all columns are sent as text
  });
  const answeredAt = new WeakMap<PoolClient, number>();
  const usesPreparedStatements = options.preparedStatements ?? true;
  const plans = new PlanRenewal(options.quickMs ?? quickMs);
  pool.on('error', (error) => options.onError?.(error));
  // Why: the pool listens to idle connections only. One that is lost between two statements of a transaction would end
  // the process; so it fails the next statement instead.
  pool.on('connect', (client) => {
    client.on('error', () => {});
    answeredAt.set(client, performance.now());
  });
  const release = (client: PoolClient, error?: unknown): void => {
    client.release(error !== undefined);
    if (isQueryTimeout(error) || isReadOnly(error) || isOutdatedStatement(error)) dropIdle(pool);
  };
  return {
    pool,
    usesPreparedStatements,
    nameStatement: makeStatementNames(),
    quickMs: options.quickMs ?? quickMs,
    get waiting() {
      return pool.waitingCount;
    },
    async connect() {
      const client = await pool.connect();
      try {
        if (usesPreparedStatements) await plans.prepare(client);
        return client;
      } catch (error) {
        release(client, error);
        return pool.connect();
      }
    },
    release,
    mayBeLost: (client) => performance.now() - (answeredAt.get(client) ?? 0) > (options.silentMs ?? silentMs),
    noteAnswer: (client) => void answeredAt.set(client, performance.now()),
    close: () => pool.end(),
  };
}

/**
 * Closes the idle connections: one that was lost silently, leads to a server that is now read-only, or holds an outdated statement
 * is seldom the only one.
 * Why: each would cost the next caller the same timeout, while a new connection finds the new primary.
 */
function dropIdle(pool: Pool): void {
  for (let count = pool.idleCount; count > 0; count -= 1) {
    pool.connect().then(
      (client) => client.release(true),
      () => {}, // a connection that cannot be opened needs no closing
    );
  }
}
