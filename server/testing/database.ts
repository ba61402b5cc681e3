import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** The PostgreSQL server that tests use: any database of it will do, the tests create their own. */
export const adminUrl = (): string => process.env.TEST_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/postgres';

export function urlOf(database: string): string {
  const url = new URL(adminUrl());
  url.pathname = `/${database}`;
  return url.href;
}

export const runStatements = (url: string, ...statements: readonly string[]): Promise<void> =>
  withClient(url, async (client) => {
    for (const statement of statements) await client.query(statement);
  });

/** The column `value` of a query. */
export const readTexts = (url: string, query: string): Promise<string[]> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ value: string }>(query);
    return rows.map(({ value }) => value);
  });

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const asAdmin = (...statements: readonly string[]): Promise<void> => runStatements(adminUrl(), ...statements);

export const newName = (): string => `postrider_test_${randomBytes(6).toString('hex')}`;

/** An empty database. */
export async function createDatabase(name = newName()): Promise<string> {
  await asAdmin(`create database ${name}`);
  return name;
}

/** A freshly migrated database. */
export async function createMigratedDatabase(name = newName()): Promise<string> {
  // Why here: the specification suite makes databases too, and loads nothing of the server.
  const { migrate } = await import('../src/app/migrate.ts');
  await createDatabase(name);
  await migrate(urlOf(name));
  return name;
}

/**
 * A copy of a migrated database, made in a fraction of the time that migrating takes. Its commits do not wait for the disk:
 * no test stops the server, and fault runs and benchmarks use databases whose commits wait.
 */
export async function copyDatabase(template: string, name = newName()): Promise<string> {
  await asAdmin(`create database ${name} template ${template}`, `alter database ${name} set synchronous_commit = off`);
  return name;
}

export const dropDatabase = (name: string): Promise<void> => asAdmin(`drop database if exists ${name} with (force)`);

/** Runs `work` with the address of a migrated database that is dropped afterwards. */
export async function withMigratedDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const name = await createMigratedDatabase();
  try {
    return await work(urlOf(name));
  } finally {
    await dropDatabase(name);
  }
}
