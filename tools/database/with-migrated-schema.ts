import { join } from 'node:path';
import { asOwner, runMigrations } from '../../server/src/platform/db/index.ts';
import { createDatabase, dropDatabase, urlOf } from '../../server/testing/database.ts';
import { repositoryRoot } from '../source/repository-root.ts';

/**
 * Runs `work` with the address of a database that has our migrations and nothing else, and is dropped afterwards.
 * Why no feature is loaded: an unfinished feature still needs the types of its tables.
 */
export async function withMigratedSchema<T>(work: (url: string) => Promise<T>): Promise<T> {
  const name = await createDatabase();
  const url = urlOf(name);
  try {
    await asOwner(url, (client) => runMigrations(client, join(repositoryRoot, 'server/migrations')));
    return await work(url);
  } finally {
    await dropDatabase(name);
  }
}
