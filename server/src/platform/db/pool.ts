import type { PoolClient } from 'pg';
import { Pool, types } from 'pg';
import type { Patience } from '#platform/shares';
import { isReadOnly, isTimeOut } from './errors.ts';
import { limits, quickMs } from './limits.ts';

export interface Database {
  readonly pool: Pool;
  readonly usesPreparedStatements: boolean;
  /** How many wait for a connection. */
  readonly waiting: number;
  /** The limit for what must be quick: the begin of a transaction, a single call. */
  readonly quickMs: number;
  connect(turn?: Turn): Promise<PoolClient>;
  /** Gives a connection back, or ends it after an error. */
  release(client: PoolClient, error?: unknown): void;
  close(): Promise<void>;
}

/** For whom a connection is, and how long to wait for it. Only a database with shares asks. */
export interface Turn {
  /** A project, or the secret that somebody comes in with; null for the instance itself. */
  readonly owner: string | null;
  readonly patience?: Patience | undefined;
}

export interface DatabaseOptions {
  url: string;
  size: number;
  preparedStatements?: boolean;
  /** Other limits than the usual ones, for tests. */
  statementMs?: number;
  quickMs?: number;
  /** Hears errors of idle connections; without a listener they would end the process. */
  onError?: (error: Error) => void;
}

/** The pool behind the doors. A connection of it can do nothing until a door gives it a role. */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = new Pool({
    connectionString: options.url,
    max: options.size,
    ...limits,
    query_timeout: options.statementMs ?? limits.query_timeout,
    idleTimeoutMillis: 60_000,
    application_name: 'postrider',
    types: { getTypeParser },
  });
  pool.on('error', (error) => options.onError?.(error));
  // Why: the pool listens to idle connections only. One that is lost between two statements of a transaction would end
  // the process; so it fails the next statement instead.
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    pool,
    usesPreparedStatements: options.preparedStatements ?? true,
    quickMs: options.quickMs ?? quickMs,
    get waiting() {
      return pool.waitingCount;
    },
    connect: () => pool.connect(),
    release(client, error) {
      client.release(error !== undefined);
      if (isTimeOut(error) || isReadOnly(error)) dropIdle(pool);
    },
    close: () => pool.end(),
  };
}

/**
 * Ends the connections nobody uses: one that went silent, or leads to a server that writes no more, is seldom the only one.
 * Why: each would else cost the next caller the same wait, while a new connection finds the new primary.
 */
function dropIdle(pool: Pool): void {
  for (let count = pool.idleCount; count > 0; count -= 1) {
    pool.connect().then(
      (client) => client.release(true),
      () => {}, // nothing is kept that could not be had
    );
  }
}

const timestamptz = 1184;

// Why: pg reads time stamps with a slow general parser; ours come from the server in one form and in UTC or an offset.
const getTypeParser: typeof types.getTypeParser = ((oid: number, format?: 'text' | 'binary') =>
  oid === timestamptz && format !== 'binary'
    ? (text: string) => new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
    : types.getTypeParser(oid, format as 'text')) as typeof types.getTypeParser; // overloads cannot be met by one arrow
