import type { Client } from 'pg';
import { cpuSeconds } from '../../instance/processor-time.ts';
import { sleep } from '../fault-run.ts';

export interface CpuShare {
  /** Of one core, in percent. */
  worker: number;
  /** The same for the connections of this database, on the machine of the run. */
  database: number;
}

/**
 * Processor time over a period in which nothing happens. Connections that open or close meanwhile are left out. A period
 * that fits into the quiet end of a minute is taken there, after its schedules have run: two such periods are comparable.
 */
export async function idleCpuShare(client: Client, pid: number, seconds: number): Promise<CpuShare> {
  if (seconds <= quietEnd - quietStart) await quietPartOfMinute(seconds);
  const watched = [pid, ...(await backendsOf(client))];
  const before = watched.map(cpuSeconds);
  await sleep(seconds);
  const [worker = 0, ...backends] = watched.map((each, index) => Math.max(0, cpuSeconds(each) - (before[index] ?? 0)));
  const share = (spent: number): number => Number(((100 * spent) / seconds).toFixed(2));
  return { worker: share(worker), database: share(backends.reduce((sum, spent) => sum + spent, 0)) };
}

/** Schedules are looked at every 30 seconds, so those of a minute run in its first half. In seconds of a minute. */
const [quietStart, quietEnd] = [40, 59];

async function quietPartOfMinute(seconds: number): Promise<void> {
  const second = () => (Date.now() / 1_000) % 60;
  while (second() < quietStart || second() + seconds > quietEnd + 1) await sleep(0.5);
}

async function backendsOf(client: Client): Promise<number[]> {
  const { rows } = await client.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  return rows.map(({ pid }) => pid);
}
