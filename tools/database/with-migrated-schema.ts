import { join } from 'node:path';
import { asOwner, runMigrations } from '../../server/src/platform/db/index.ts';
import { repositoryRoot } from '../source/repository-root.ts';
import { temporaryDatabase } from './temporary-database.ts';

/**
 * Runs `work` with the address of a database that has our migrations and nothing else, and is gone afterwards.
 * Why: no room is loaded, because a room half written still needs the types of its tables.
 */
export async function withMigratedSchema<T>(work: (url: string) => Promise<T>): Promise<T> {
  const { url, drop } = await temporaryDatabase();
  try {
    await asOwner(url, (client) => runMigrations(client, join(repositoryRoot, 'server/migrations')));
    return await work(url);
  } finally {
    await drop();
  }
}
