import { readdirSync } from 'node:fs';
import { runner } from 'node-pg-migrate';
import { Client } from 'pg';
import { limits } from './limits.ts';
import { loadMigrations } from './load-migrations.ts';
import { type LockRetries, withLockRetries } from './lock-retries.ts';
import { prepareRoles } from './roles.ts';
import { refuseSharedSession } from './shared-session.ts';

const migratorLock = 7_021_544_310;
/** Held by each backup, and by a migrator that changes tables. */
const tablesLock = 7_021_544_311;
const migratorMinutes = 30;
const askAgainMs = 200;

/** Runs `work` on a session of its own as the schema's owner, one migrator at a time. */
export async function asOwner<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  // Why no timeout for statements: an index on a large table may take long.
  const { query_timeout: _none, ...untimed } = limits;
  const client = new Client({ connectionString: url, application_name: 'postrider-migrate', ...untimed });
  await client.connect();
  try {
    await refuseSharedSession(client, url);
    await takeTurn(client, migratorLock, 'Another process has been migrating');
    await prepareRoles(client);
    await client.query('set role postrider_owner');
    return await work(client);
  } finally {
    await client.end();
  }
}

/** As the schema's owner, on tables that no migrator changes meanwhile. One that has nothing to change does not wait. */
export const asReadingOwner = <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> =>
  asOwner(url, async (client) => {
    await client.query('select pg_advisory_lock_shared($1)', [tablesLock]); // free: who changes tables has the turn
    await client.query('select pg_advisory_unlock($1)', [migratorLock]);
    return work(client);
  });

/**
 * The lock ends with the connection, so a migrator that died blocks no others.
 * Why asked for again and again: an index that is made while others write waits for every statement that is running, and one
 * that waits for this lock would run until the index is made.
 */
async function takeTurn(client: Client, lock: number, waitsFor: string): Promise<void> {
  const end = performance.now() + migratorMinutes * 60_000;
  while (!(await hasTurn(client, lock))) {
    if (performance.now() > end) throw new Error(`${waitsFor} this database for ${migratorMinutes} minutes.`);
    await new Promise((resolve) => setTimeout(resolve, askAgainMs));
  }
}

async function hasTurn(client: Client, lock: number): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lock]);
  return rows[0]?.taken === true;
}

/** Applies the numbered files of `directory` that were not applied to this database. Returns their names. */
export async function runMigrations(client: Client, directory: string, retries?: LockRetries): Promise<string[]> {
  const before = new Set(await listMigrations(client));
  const hasNew = readdirSync(directory).some((file) => file.endsWith('.sql') && !before.has(file.slice(0, -4)));
  if (hasNew) await takeTurn(client, tablesLock, 'A process has been taking a backup of');
  // Safe to repeat: each file is noted as run together with what it did, or can be run again itself.
  await withLockRetries(
    client,
    () =>
      runner({
        dbClient: client,
        dir: directory,
        direction: 'up',
        migrationsTable: 'migrations',
        checkOrder: true,
        noLock: true, // Why: asOwner holds the lock for the queue's schema too
        singleTransaction: false,
        migrationLoaderStrategies: [{ extensions: ['.sql'], loader: loadMigrations }],
        log: () => {},
      }),
    retries,
  );
  return (await listMigrations(client)).filter((name) => !before.has(name));
}

/** By name, in their order; none in a database that was never migrated. */
export async function listMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('public.migrations') is not null as there`,
  );
  if (!rows[0]?.there) return [];
  const seen = await client.query<{ name: string }>('select name from public.migrations order by id');
  return seen.rows.map(({ name }) => name);
}
