import { setTimeout as delay } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';

// Why: a transaction whose task was dropped, because an equal one waits, relies on that one to see its rows. So it holds a
// shared advisory lock from before the drop until its end, and the fetched task waits for the holders it finds.
// The lock is never taken exclusively: enqueuing never waits, and a stream of new holders cannot delay a task forever.
const lockClass = 7_021_544;
const pauseMs = 20;
const maxWaitMs = 60_000;

interface SqlRunner {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** Before a merged task is sent: marks the caller's transaction as one that the waiting task has to wait for. */
export async function markMerging(db: SqlRunner, name: string, projectId: string | null): Promise<void> {
  await db.executeSql('select pg_advisory_xact_lock_shared($1, hashtext($2))', [lockClass, keyOf(name, projectId)]);
}

const holders = `
  select virtualtransaction as id from pg_locks
   where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
     and classid = $1 and objid = (hashtext($2)::bigint & 4294967295)::oid and objsubid = 2`;

/** Before a merged task runs: waits for open transactions that may have dropped an equal task. */
export async function awaitMerging(boss: PgBoss, name: string, projectId: string | null): Promise<void> {
  const db = boss.getDb();
  const key = [lockClass, keyOf(name, projectId)];
  const first = await db.executeSql(holders, key);
  let left = ids(first.rows);
  const until = performance.now() + maxWaitMs;
  while (left.length > 0) {
    if (performance.now() > until) throw new Error('a transaction that counts on this task does not end');
    await delay(pauseMs);
    left = ids((await db.executeSql(`${holders} and virtualtransaction = any($3::text[])`, [...key, left])).rows);
  }
}

const keyOf = (name: string, projectId: string | null): string => `${name}/${projectId ?? ''}`;
const ids = (rows: unknown[]): string[] => (rows as { id: string }[]).map(({ id }) => id); // the only column
