import { fileURLToPath } from 'node:url';
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
