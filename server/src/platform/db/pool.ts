import type { PoolClient } from 'pg';
import { Pool, types } from 'pg';

export interface Database {
  readonly pool: Pool;
  readonly usesPreparedStatements: boolean;
  connect(): Promise<PoolClient>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  size: number;
  preparedStatements?: boolean;
  /** Hears errors of idle connections; without a listener they would end the process. */
  onError?: (error: Error) => void;
}

/** The pool behind the doors. A connection of it can do nothing until a door gives it a role. */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = new Pool({
    connectionString: options.url,
    max: options.size,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
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
    connect: () => pool.connect(),
    close: () => pool.end(),
  };
}

const timestamptz = 1184;

// Why: pg reads time stamps with a slow general parser; ours come from the server in one form and in UTC or an offset.
const getTypeParser: typeof types.getTypeParser = ((oid: number, format?: 'text' | 'binary') =>
  oid === timestamptz && format !== 'binary'
    ? (text: string) => new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
    : types.getTypeParser(oid, format as 'text')) as typeof types.getTypeParser; // overloads cannot be met by one arrow
