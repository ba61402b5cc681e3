import type { Db } from '#platform/db';

/** Removes windows that ended a minute ago or earlier; the next request opens a new one anyway. */
export async function dropOldWindows({ db, now }: { db: Db; now: Date }): Promise<void> {
  await db
    .deleteFrom('rateLimits')
    .where('resetsAt', '<', new Date(now.getTime() - 60_000))
    .execute();
}
