import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import { camelCase } from './camel-case.ts';
import type { Db, ReadDb, Tables } from './db.ts';
import type { StatementResult } from './round-trip.ts';
import type { Settings, TransactionStatements } from './transaction-statements.ts';

const statementsOf = new WeakMap<ReadDb, TransactionStatements>();

/** A kysely instance bound to one transaction. */
export function dbOf(statements: TransactionStatements): Db {
  const connection = connectionOf(statements);
  const provider = {
    provideConnection: <T>(consumer: (given: DatabaseConnection) => Promise<T>): Promise<T> => consumer(connection),
  };
  const executor = new DefaultQueryExecutor(compiler, adapter, provider, [camelCase]);
  const db = new Kysely<Tables>({ config: { dialect }, dialect, driver, executor });
  statementsOf.set(db, statements);
  return db;
}

/** Raises the timeout for the statements of one transaction: PostgreSQL's, and our own a little above. */
export function allowSeconds(db: ReadDb, seconds: number): void {
  ofTransaction(db).applySettings({ statement_timeout: `${seconds}s` }, (seconds + 5) * 1_000);
}

/** Changes settings of PostgreSQL for the statements of one transaction that follow. */
export function applySettings(db: ReadDb, settings: Settings): void {
  ofTransaction(db).applySettings(settings);
}

/**
 * Sends a write with the next statement of the transaction or with its commit: it costs no wait of its own. If it fails, so does
 * what it is sent with. `onResult` is called when PostgreSQL has answered.
 */
export function writeLater(db: Db, { sql: text, parameters: values }: CompiledQuery, onResult?: OnResult): void {
  const statements = ofTransaction(db);
  statements.writeLater({ text, values, name: statements.nameOf(text) }, onResult);
}

type OnResult = (result: StatementResult) => void;

/** Sends what was left for later, and waits for the answer. */
export const sendNow = (db: Db): Promise<void> => ofTransaction(db).sendNow();

function ofTransaction(db: ReadDb): TransactionStatements {
  const statements = statementsOf.get(db);
  if (!statements) throw new Error('only a transaction itself has settings');
  return statements;
}

const connectionOf = (statements: TransactionStatements): DatabaseConnection => ({
  async executeQuery<R>({ sql: text, parameters: values }: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const { rows, rowCount } = await statements.execute({ text, values, name: statements.nameOf(text) });
      return { rows: rows as R[], numAffectedRows: BigInt(rowCount) }; // the caller's type names the columns it selected
    } catch (error) {
      if (error instanceof Error) Error.captureStackTrace(error); // leads to the caller, not to the socket
      throw error;
    }
  },
  // biome-ignore lint/correctness/useYield: streaming is refused, not offered
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Rows are read in pages, not as a stream.');
  },
});

const refuseNesting = async (): Promise<void> => {
  throw new Error('A transaction is opened by a scope, never inside another.');
};

const driver: Driver = {
  init: async () => {},
  acquireConnection: refuseNesting as () => Promise<never>,
  releaseConnection: async () => {},
  destroy: async () => {},
  beginTransaction: refuseNesting,
  commitTransaction: refuseNesting,
  rollbackTransaction: refuseNesting,
};

const adapter = new PostgresAdapter();
const compiler = new PostgresQueryCompiler();

const dialect: Dialect = {
  createDriver: () => driver,
  createAdapter: () => adapter,
  createQueryCompiler: () => compiler,
  createIntrospector: (db) => new PostgresIntrospector(db),
};
