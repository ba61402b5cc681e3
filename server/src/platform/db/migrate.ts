import { runner } from 'node-pg-migrate';
import { Client } from 'pg';
import { prepareRoles } from './roles.ts';

const migratorLock = 7_021_544_310;

/** Runs `work` on a direct connection as the schema's owner, one migrator at a time. */
export async function asOwner<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, application_name: 'postrider-migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migratorLock]);
    await prepareRoles(client);
    await client.query('set role postrider_owner');
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Applies the numbered files of `directory` that this database has not seen. Returns their names. */
export async function runMigrations(client: Client, directory: string): Promise<string[]> {
  const applied = await runner({
    dbClient: client,
    dir: directory,
    direction: 'up',
    migrationsTable: 'migrations',
    checkOrder: true,
    noLock: true, // Why: asOwner holds the lock for the queue's schema too
    singleTransaction: false,
    log: () => {},
  });
  return applied.map((migration) => migration.name);
}
