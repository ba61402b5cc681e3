import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Database } from '#platform/db';
import { asOwner, runMigrations } from '#platform/db';
import { installQueue } from '#platform/queue';
import { allSchedules, allTasks } from './features.ts';

const directory = fileURLToPath(new URL('../../migrations', import.meta.url));

/** Brings schema and queue up to this version. Safe to run by several processes at once: the others wait. */
export function migrate(url: string): Promise<string[]> {
  return asOwner(url, async (client) => {
    const applied = await runMigrations(client, directory);
    await installQueue(client, allTasks, allSchedules);
    return applied;
  });
}

/** True when the database has seen every migration of this version. */
export async function isMigrated(database: Database): Promise<boolean> {
  const { rows } = await database.pool.query<{ name: string }>('select name from migrations');
  const seen = new Set(rows.map((row) => row.name));
  return readdirSync(directory).every((file) => seen.has(file.replace(/\.(sql|ts|js)$/, '')));
}
