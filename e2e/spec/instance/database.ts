import { createDatabase, dropDatabase, urlOf } from '@postrider/server/testing/database';
import { Pool } from 'pg';

// biome-ignore lint/suspicious/noExplicitAny: rows of any table
export type Sql = (statement: string, values?: readonly unknown[]) => Promise<any[]>;

export interface EmptyDatabase {
  readonly url: string;
  /** Direct access to the database, for what no endpoint can do: time that has passed, a project that is disabled. */
  readonly sql: Sql;
  drop(): Promise<void>;
}

/** A database without migrations; the instance applies them itself. */
export async function emptyDatabase(): Promise<EmptyDatabase> {
  const name = await createDatabase();
  const pool = new Pool({ connectionString: urlOf(name), max: 2 });
  pool.on('error', () => {}); // Why: a connection that is still closing when the database is dropped gets an error
  return {
    url: urlOf(name),
    sql: async (statement, values = []) => (await pool.query(statement, [...values])).rows,
    async drop() {
      await pool.end();
      await dropDatabase(name);
    },
  };
}
