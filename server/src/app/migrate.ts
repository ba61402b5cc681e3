import { readdirSync } from 'node:fs';
import { sql } from 'kysely';
import type { InstanceContext } from '#platform/context';
import {
  applyFunctions,
  asOwner,
  isNewer,
  type ProgramSchema,
  readSqlFiles,
  runMigrations,
  withLockRetries,
} from '#platform/db';
import { serverFile } from '#platform/program-files';
import { installQueue } from '#platform/queue';
import { makeFirstPartitions } from '#platform/retention';
import { version } from '#platform/version';
import { allSchedules, allTasks } from './features.ts';

const directory = serverFile('migrations');

/** What this version brings; read once, since the files of a running program do not change. */
const program: ProgramSchema = {
  version,
  migrations: readdirSync(directory).map((file) => file.replace(/\.(sql|ts|js)$/, '')),
  functions: readSqlFiles(serverFile('sql')),
};

/**
 * Migrates schema, functions and queue to this version. Returns the names of what was applied. Safe to run by several
 * processes at once: the others wait. It waits for a held lock in short attempts, so that other work does not queue behind
 * the migration for long.
 */
export function migrate(url: string, print: (line: string) => void = () => {}): Promise<string[]> {
  const retries = { onRetry: (attempt: number) => print(`The migration waits for a lock (try ${attempt}).`) };
  return asOwner(url, async (client) => {
    const applied = await runMigrations(client, directory, retries);
    const functions = await applyFunctions(client, program, retries);
    if (!functions) print('A newer version has migrated this database: its functions stay.');
    else await withLockRetries(client, () => makeFirstPartitions(client), retries);
    await withLockRetries(client, () => installQueue(client, allTasks, allSchedules), retries);
    return [...applied, ...(functions ?? [])];
  });
}

/** True when what this version brings was applied to the database, or the database belongs to a newer version. */
export function isMigrated(ctx: InstanceContext): Promise<boolean> {
  return ctx.read(async ({ db }) => {
    const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db);
    const migrations = rows.map(({ name }) => name);
    if (!program.migrations.every((name) => migrations.includes(name))) return false;
    const functions = await db.selectFrom('sqlFunctions').select(['name', 'hash', 'version']).execute();
    const texts = new Set(functions.map(({ name, hash }) => `${name} ${hash}`));
    const hasOwn = program.functions.every(({ name, hash }) => texts.has(`${name} ${hash}`));
    return hasOwn || isNewer({ migrations, functions }, program);
  });
}
