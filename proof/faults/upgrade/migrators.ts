import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Client } from 'pg';
import { settingsFor } from '../../instance/instance.ts';
import { sleep } from '../fault-run.ts';

const main = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url));

export interface Migration {
  readonly code: number | null;
  /** What it said that it applied. */
  readonly applied: readonly string[];
}

/** Runs the role `migrate` of one version to its end. */
export async function migrateWith(entry: string | null, databaseUrl: string): Promise<Migration> {
  const child = spawn(process.execPath, [entry ?? main, 'migrate'], {
    env: { PATH: process.env.PATH, ...settingsFor(databaseUrl) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const said = await text(child.stdout);
  const [code] = await closed;
  return { code, applied: /Migrated: (.*)/.exec(said)?.[1]?.split(', ') ?? [] };
}

/** How many sessions of migrators held the lock at the same time, at most, until `end` settles. */
export async function mostMigratorsAtOnce(client: Client, end: Promise<unknown>): Promise<number> {
  let most = 0;
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
    most = Math.max(most, rows[0]?.holders ?? 0);
    await sleep(0.01);
  }
  await over;
  return most;
}
