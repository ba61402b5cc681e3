import { readFileSync } from 'node:fs';
import type { Client } from 'pg';

/** User and system time of a process, start included; 0 for one that has ended. */
export function cpuSeconds(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}

/** Processor time of PostgreSQL's sessions with this database; ours, and its writers and vacuum, are not counted. */
export async function serverCpuSeconds(client: Client): Promise<ReadonlyMap<number, number>> {
  const { rows } = await client.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  return new Map(rows.map(({ pid }) => [pid, cpuSeconds(pid)]));
}

/** What sessions used between two readings. One that ended in between is not counted. */
export const usedBetween = (before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number =>
  Array.from(after, ([pid, seconds]) => seconds - (before.get(pid) ?? 0)).reduce((sum, used) => sum + used, 0);
