import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely';
import { CamelCasePlugin, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import type { PoolClient } from 'pg';
import type { Db, Tables } from './index.ts';
import { statementName } from './statement-names.ts';

const camelCase = new CamelCasePlugin({ maintainNestedObjectKeys: true });

/** The limit of ours for statements of one transaction, where it is not the usual one. */
interface Patience {
  query_timeout?: number;
}

const patienceOf = new WeakMap<Db, Patience>();

/** A kysely instance bound to one connection that is inside a transaction already. */
export function dbOf(client: PoolClient, usesPreparedStatements: boolean): Db {
  const patience: Patience = {};
  const dialect = dialectOf(connectionOf(client, usesPreparedStatements, patience));
  const db = new Kysely<Tables>({ dialect, plugins: [camelCase] });
  patienceOf.set(db, patience);
  return db;
}

/** For a transaction whose statements may take longer than others: PostgreSQL's limit for them, and ours a little above. */
export async function allowSeconds(db: Db, seconds: number): Promise<void> {
  const patience = patienceOf.get(db);
  if (!patience) throw new Error('only a transaction itself is given more time');
  await sql`select set_config('statement_timeout', ${`${seconds}s`}, true)`.execute(db);
  patience.query_timeout = (seconds + 5) * 1_000;
}

function connectionOf(client: PoolClient, usesPreparedStatements: boolean, patience: Patience): DatabaseConnection {
  return {
    async executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const name = usesPreparedStatements ? statementName(text) : undefined;
      const query = { text, values: parameters as unknown[], ...(name ? { name } : {}), ...patience };
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
  throw new Error('A transaction is opened by a door, never inside another.');
};
