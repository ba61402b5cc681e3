import { onTestFinished } from 'vitest';
import { createDatabase, dropDatabase, runStatements, urlOf } from '../../server/testing/database.ts';

/** The address of a new database in which `statements` have run; it is dropped after the test. */
export async function scratchDatabase(statements: string): Promise<string> {
  const name = await createDatabase();
  onTestFinished(() => dropDatabase(name));
  await runStatements(urlOf(name), statements);
  return urlOf(name);
}
