import type { ClientBase, Pool } from 'pg';

/** How many statements of the database wait for a lock; with a pattern, of those like it. */
export async function lockWaits(db: ClientBase | Pool, like = '%'): Promise<number> {
  const { rowCount } = await db.query(
    `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
    [like],
  );
  return rowCount ?? 0;
}
