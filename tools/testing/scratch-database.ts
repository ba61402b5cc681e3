import { onTestFinished } from 'vitest';
import { runStatements, temporaryDatabase } from '../database/temporary-database.ts';

/** The address of an empty database in which `statements` have run; it lives as long as the test. */
export async function scratchDatabase(statements: string): Promise<string> {
  const { url, drop } = await temporaryDatabase();
  onTestFinished(drop);
  await runStatements(url, statements);
  return url;
}
