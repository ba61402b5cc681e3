import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { InstanceContext } from '#platform/context';
import { asOwner, runMigrations, withLockRetries } from '#platform/db';
import { installQueue } from '#platform/queue';
import { allSchedules, allTasks } from './features.ts';

const directory = fileURLToPath(new URL('../../migrations', import.meta.url));

/**
 * Brings schema and queue up to this version. Safe to run by several processes at once: the others wait. A lock that
 * somebody holds is waited for in short turns, so that nobody who works queues behind the migration for long.
 */
export function migrate(url: string, say: (line: string) => void = () => {}): Promise<string[]> {
  const retries = { onRetry: (attempt: number) => say(`The migration waits for a lock (try ${attempt}).`) };
  return asOwner(url, async (client) => {
    const applied = await runMigrations(client, directory, retries);
    await withLockRetries(client, () => installQueue(client, allTasks, allSchedules), retries);
    return applied;
  });
}

/** True when the database has seen every migration of this version. */
export async function isMigrated(ctx: InstanceContext): Promise<boolean> {
  const { rows } = await ctx.read(({ db }) => sql<{ name: string }>`select name from migrations`.execute(db));
  const seen = new Set(rows.map((row) => row.name));
  return readdirSync(directory).every((file) => seen.has(file.replace(/\.(sql|ts|js)$/, '')));
}
