import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { markMoveBegun, markMoveHeld } from '#features/projects';
import { CommandRefused } from '../commands/command.ts';
import { listSpoolTables } from './project-tables.ts';

const pauseMs = 50;
/** Longer than a hand-over, a call and a lease last. */
const maxWaitMs = 180_000;

/**
 * Stops the work of a project in its installation: nothing is claimed any more, what is under way ends, then no transaction opens. Again
 * after an interruption it goes on where it was. Calls are refused with 503 from its second half on.
 */
export async function holdProject(client: Client, projectId: string): Promise<void> {
  await markMoveBegun(client, projectId);
  await untilOthersEnded(client); // Why: a claim that began before the mark does not see it
  for (const table of await listSpoolTables(client)) await untilNoneClaimed(client, table, projectId);
  await markMoveHeld(client, projectId);
  await untilOthersEnded(client); // Why: so do transactions that have looked at it already
}

async function untilNoneClaimed(client: Client, table: string, projectId: string): Promise<void> {
  const claimed = `select count(*)::int as left from ${table} where project_id = $1 and lease_until is not null`;
  await untilNone(`rows of ${table} are under way`, async () => {
    const { rows } = await client.query<{ left: number }>(claimed, [projectId]);
    return rows[0]?.left ?? 0;
  });
}

/** Waits for the transactions of others that are open now; new ones see what was committed before. */
async function untilOthersEnded(client: Client): Promise<void> {
  const { rows: open } = await client.query<{ pid: number; at: string }>(
    `select pid, xact_start::text as at from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and xact_start is not null
        and pid <> pg_backend_pid()`,
  );
  const [pids, starts] = [open.map(({ pid }) => pid), open.map(({ at }) => at)];
  await untilNone('transactions are open', async () => {
    const { rows } = await client.query<{ left: number }>(
      `select count(*)::int as left from pg_stat_activity a
         join unnest($1::int[], $2::timestamptz[]) o (pid, at) on o.pid = a.pid and o.at = a.xact_start`,
      [pids, starts],
    );
    return rows[0]?.left ?? 0;
  });
}

async function untilNone(what: string, count: () => Promise<number>): Promise<void> {
  for (const end = performance.now() + maxWaitMs; ; ) {
    const left = await count();
    if (left === 0) return;
    if (performance.now() > end)
      throw new CommandRefused(
        `${left} ${what}, and do not end.`,
        'Look what keeps them, then repeat the command, or let the project work on with --abort.',
      );
    await delay(pauseMs);
  }
}
