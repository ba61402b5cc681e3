import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Client } from 'pg';
import { baseEnvironment, main } from '../../../server/testing/server-process.ts';
import { settingsFor } from '../../instance/instance.ts';
import { sleep } from '../fault-run.ts';

export interface MigrationRun {
  readonly code: number | null;
  /** The migrations that it printed as applied. */
  readonly applied: readonly string[];
}

/** Runs the role `migrate` of one version to its end. */
export async function migrateWith(entry: string | null, databaseUrl: string): Promise<MigrationRun> {
  const child = spawn(process.execPath, [entry ?? main, 'migrate'], {
    env: { ...baseEnvironment(), ...settingsFor(databaseUrl) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const printed = await text(child.stdout);
  const [code] = await closed;
  return { code, applied: /Migrated: (.*)/.exec(printed)?.[1]?.split(', ') ?? [] };
}

/** How many sessions of migrators held the lock at the same time, at most, until `end` settles. */
export async function maxMigratorsAtOnce(client: Client, end: Promise<unknown>): Promise<number> {
  let max = 0;
  let isOver = false;
  const over = end.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const { rows } = await client.query<{ holders: number }>(
      `select count(distinct l.pid)::int as holders from pg_locks l join pg_stat_activity a using (pid)
        where l.locktype = 'advisory' and l.granted and a.application_name = 'postrider-migrate'
          and a.datname = current_database()`,
    );
    max = Math.max(max, rows[0]?.holders ?? 0);
    await sleep(0.01);
  }
  await over;
  return max;
}
