import {
  CamelCasePlugin,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from 'kysely';
import type { PoolClient } from 'pg';
import type { Db, Tables } from './db.ts';
import { statementName } from './statement-names.ts';

const camelCase = new CamelCasePlugin({ maintainNestedObjectKeys: true });

/** Our own timeout for statements of one transaction, where it is not the default. */
interface StatementTimeout {
  query_timeout?: number;
}

const timeoutOf = new WeakMap<Db, StatementTimeout>();

/** A kysely instance bound to one connection that is inside a transaction already. */
export function dbOf(client: PoolClient, usesPreparedStatements: boolean): Db {
  const timeout: StatementTimeout = {};
  const dialect = dialectOf(connectionOf(client, usesPreparedStatements, timeout));
  const db = new Kysely<Tables>({ dialect, plugins: [camelCase] });
  timeoutOf.set(db, timeout);
  return db;
}

/** Raises the timeout for the statements of one transaction: PostgreSQL's, and our own a little above. */
export async function allowSeconds(db: Db, seconds: number): Promise<void> {
  const timeout = timeoutOf.get(db);
  if (!timeout) throw new Error('only a transaction itself is given more time');
  await sql`select set_config('statement_timeout', ${`${seconds}s`}, true)`.execute(db);
  timeout.query_timeout = (seconds + 5) * 1_000;
}

function connectionOf(
  client: PoolClient,
  usesPreparedStatements: boolean,
  timeout: StatementTimeout,
): DatabaseConnection {
  return {
    async executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const name = usesPreparedStatements ? statementName(text) : undefined;
      const query = { text, values: parameters as unknown[], ...(name ? { name } : {}), ...timeout };
      const result = await client.query(query);
      return {
        rows: (result.rows ?? []) as R[], // the caller's type names the columns it selected
        ...(result.rowCount === null ? {} : { numAffectedRows: BigInt(result.rowCount) }),
      };
    },
    // biome-ignore lint/correctness/useYield: streaming is refused, not offered
    async *streamQuery(): AsyncIterableIterator<never> {
      throw new Error('Rows are read in pages, not as a stream.');
    },
  };
}

function dialectOf(connection: DatabaseConnection): Dialect {
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    destroy: async () => {},
    beginTransaction: refuseNesting,
    commitTransaction: refuseNesting,
    rollbackTransaction: refuseNesting,
  };
  return {
    createDriver: () => driver,
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
}

const refuseNesting = async (): Promise<void> => {
  throw new Error('A transaction is opened by a scope, never inside another.');
};
