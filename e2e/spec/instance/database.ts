import { randomBytes } from 'node:crypto';
import { Client, Pool } from 'pg';

const adminUrl = process.env.TEST_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/postgres';

// biome-ignore lint/suspicious/noExplicitAny: rows of any table
export type Sql = (statement: string, values?: readonly unknown[]) => Promise<any[]>;

export interface EmptyDatabase {
  readonly url: string;
  /** A look behind the scenes, for what no endpoint can bring about: time that has passed, a project that is disabled. */
  readonly sql: Sql;
  drop(): Promise<void>;
}

/** A database nobody has migrated; the instance does that itself. */
export async function emptyDatabase(): Promise<EmptyDatabase> {
  const name = `postrider_spec_${randomBytes(6).toString('hex')}`;
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  await asAdmin(`create database ${name}`);
  const pool = new Pool({ connectionString: url.href, max: 2 });
  pool.on('error', () => {}); // Why: a connection that is still closing when the database goes is told so
  return {
    url: url.href,
    sql: async (statement, values = []) => (await pool.query(statement, [...values])).rows,
    async drop() {
      await pool.end();
      await asAdmin(`drop database ${name} with (force)`);
    },
  };
}

async function asAdmin(statement: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
