import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import { adminUrl, dropDatabase, newName, urlOf } from '../../server/testing/database.ts';

/** The address of an empty database in which `statements` have run; it lives as long as the test. */
export async function scratchDatabase(statements: string): Promise<string> {
  const name = newName();
  await run(adminUrl(), `create database ${name}`);
  onTestFinished(() => dropDatabase(name));
  await run(urlOf(name), statements);
  return urlOf(name);
}

export async function run(url: string, statements: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statements);
  } finally {
    await client.end();
  }
}
