import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely';
import { CamelCasePlugin, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { PoolClient } from 'pg';
import type { Db, Tables } from './index.ts';
import { statementName } from './statement-names.ts';

const camelCase = new CamelCasePlugin({ maintainNestedObjectKeys: true });

/** A kysely instance bound to one connection that is inside a transaction already. */
export function dbOf(client: PoolClient, usesPreparedStatements: boolean): Db {
  return new Kysely<Tables>({ dialect: dialectOf(connectionOf(client, usesPreparedStatements)), plugins: [camelCase] });
}

function connectionOf(client: PoolClient, usesPreparedStatements: boolean): DatabaseConnection {
  return {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const name = usesPreparedStatements ? statementName(sql) : undefined;
      const result = await client.query({ text: sql, values: parameters as unknown[], ...(name ? { name } : {}) });
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
