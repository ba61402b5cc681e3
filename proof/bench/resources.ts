import type { Client } from 'pg';
import { cpuSeconds, serverCpuSeconds, usedBetween } from '../instance/processor-time.ts';
import { report } from './comparison.ts';

/** Rows of a mail that stay, and its texts, which are kept `EMAIL_BODY_DAYS`. Deliveries are gone when it is closed. */
export const recordTables = ['emails', 'delivery_attempts', 'events', 'contact_events', 'campaign_counts'];
export const textTables = ['email_contents', 'shared_texts'];

/** Totals at one moment. */
export interface ResourceReading {
  readonly processSeconds: number;
  readonly serverSeconds: ReadonlyMap<number, number>;
  readonly walBytes: number;
  /** With indexes and TOAST. */
  readonly tableBytes: Readonly<Record<string, number>>;
}

/** What one mail, call or notice used. */
export interface ResourcesUsed {
  readonly processMs: number;
  /** Of the sessions that are still open; writers and vacuum are not counted. */
  readonly serverMs: number;
  /** Of the whole server: others that write meanwhile are in it. */
  readonly walBytes: number;
  readonly tableBytes: Readonly<Record<string, number>>;
}

export async function readResources(
  client: Client,
  { pid = 0, tables = [] }: { pid?: number | undefined; tables?: readonly string[] },
): Promise<ResourceReading> {
  const { rows } = await client.query<{ name: string; bytes: number }>(
    `select t.name, sum(pg_total_relation_size(coalesce(i.inhrelid, t.name::regclass)))::float8 as bytes
       from unnest($1::text[]) t (name) left join pg_inherits i on i.inhparent = t.name::regclass group by 1`,
    [tables],
  );
  const wal = await client.query<{ wal: number }>(`select (pg_current_wal_lsn() - '0/0')::float8 as wal`);
  return {
    processSeconds: pid === 0 ? 0 : cpuSeconds(pid),
    serverSeconds: await serverCpuSeconds(client),
    walBytes: wal.rows[0]?.wal ?? Number.NaN,
    tableBytes: Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes])),
  };
}

export function usedEach(before: ResourceReading, after: ResourceReading, count: number): ResourcesUsed {
  const tables = Object.entries(after.tableBytes)
    .map(([table, bytes]) => [table, (bytes - (before.tableBytes[table] ?? 0)) / count] as const)
    .filter(([, bytes]) => bytes > 0.001)
    .map(([table, bytes]) => [table, Math.round(bytes * 100) / 100] as const);
  return {
    processMs: ((after.processSeconds - before.processSeconds) * 1_000) / count,
    serverMs: (usedBetween(before.serverSeconds, after.serverSeconds) * 1_000) / count,
    walBytes: (after.walBytes - before.walBytes) / count,
    tableBytes: Object.fromEntries(tables),
  };
}

/** Growth of these tables together. */
export const bytesOf = ({ tableBytes }: ResourcesUsed, tables: readonly string[]): number =>
  tables.reduce((sum, table) => sum + (tableBytes[table] ?? 0), 0);

type Cost = 'process' | 'server' | 'wal';

/** Lines without a requirement: `docs/operating/capacity.md` counts with them. */
export function reportCosts(name: string, each: string, used: ResourcesUsed, costs: readonly Cost[]): void {
  const lines = {
    process: { name: `${name}, processor time of the process for each ${each}`, ours: used.processMs, unit: 'ms' },
    server: {
      name: `${name}, processor time of PostgreSQL's sessions for each ${each}`,
      ours: used.serverMs,
      unit: 'ms',
    },
    wal: { name: `${name}, WAL for each ${each}`, ours: used.walBytes, unit: 'bytes' },
  };
  for (const cost of costs) report({ ...lines[cost], want: null });
}

export function reportDisk(name: string, used: ResourcesUsed, tables: readonly string[]): void {
  report({ name, ours: bytesOf(used, tables), unit: 'bytes', want: null, detail: used.tableBytes });
}
