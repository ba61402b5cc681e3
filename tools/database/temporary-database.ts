import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

const adminUrl = process.env.TEST_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/postgres';

export interface TemporaryDatabase {
  url: string;
  drop(): Promise<void>;
}

/** An empty database beside the one that tests are pointed at. */
export async function temporaryDatabase(): Promise<TemporaryDatabase> {
  const name = `postrider_tools_${randomBytes(6).toString('hex')}`;
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  await runStatements(adminUrl, `create database ${name}`);
  return { url: url.href, drop: () => runStatements(adminUrl, `drop database ${name} with (force)`) };
}

export async function runStatements(url: string, statements: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statements);
  } finally {
    await client.end();
  }
}
