import { readdirSync, readFileSync } from 'node:fs';
import type { Client } from 'pg';
import type { ServerProcess } from '../instance/instance.ts';

/** What a process holds at one moment (I12). */
export interface Resources {
  readonly residentMegabytes: number;
  readonly descriptors: number;
}

export function resourcesOf({ child }: ServerProcess): Resources {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  const kilobytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
  return {
    residentMegabytes: Math.round(kilobytes / 1_024),
    descriptors: readdirSync(`/proc/${child.pid}/fd`).length,
  };
}

/** Connections of the product to this database; ours is not counted. */
export async function connectionsTo(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  return rows[0]?.count ?? 0;
}
