import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from './pool.ts';
import type { Statement } from './round-trip.ts';

// Why a lock: an erasure has to wait for the transactions that have opened without seeing its mark. So each holds a shared advisory lock
// from before its look at the mark until its end, and the erasure waits for the holders that it finds after its mark has committed.
// The lock is never taken exclusively: no transaction waits for another, and a stream of new holders cannot delay an erasure.
// `write_logged_calls` takes the same lock.
const lockClass = 7_021_545;
const pauseMs = 20;
/** Longer than any transaction lasts: a statement ends after 30 seconds, and so does a transaction between two of them. */
const maxWaitMs = 300_000;

/** Part of the statement that opens a transaction; `$4` is the project. */
export const entranceLock = `pg_advisory_xact_lock_shared(${lockClass}, hashtext($4))`;

/** Looks at the mark. A statement of its own: what it sees was committed after the lock was taken. */
export const lookAtMark = (projectId: string): Statement => ({
  name: 'look_at_mark',
  text: `select case when p.move_held_at is not null and p.wipe_began_at is null then refuse_moving(p.moved_at is not null)
                     else refuse_writes(p.reset_job_id) end
           from (select) one left join projects p on p.id = $1
          where p.id is null or p.wipe_began_at is not null or p.move_held_at is not null`,
  values: [projectId],
});

const holders = `
  select virtualtransaction as id from pg_locks
   where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
     and classid = ${lockClass} and objid = (hashtext($1)::bigint & 4294967295)::oid and objsubid = 2`;

/** Waits until the transactions of a project that are open now have ended. */
export async function awaitEntered(database: Database, projectId: string): Promise<void> {
  const ask = async (text: string, values: unknown[]): Promise<string[]> => {
    const client = await database.connect();
    try {
      const { rows } = await client.query<{ id: string }>(text, values);
      database.release(client);
      return rows.map(({ id }) => id);
    } catch (error) {
      database.release(client, error);
      throw error;
    }
  };
  let left = await ask(holders, [projectId]);
  for (const until = performance.now() + maxWaitMs; left.length > 0; ) {
    if (performance.now() > until) throw new Error('a transaction of the project does not end');
    await delay(pauseMs);
    left = await ask(`${holders} and virtualtransaction = any($2::text[])`, [projectId, left]);
  }
}
