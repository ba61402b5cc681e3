import type { Client } from 'pg';

export type RowsWritten = Readonly<Record<string, number>>;

/** Row versions written to each table so far. */
export async function rowsWritten(client: Client): Promise<RowsWritten> {
  await client.query('select pg_stat_clear_snapshot()');
  const { rows } = await client.query<{ name: string; written: string }>(
    `select regexp_replace(relname, '_(\\d{6}|\\d{8}|default)$', '') as name, sum(n_tup_ins + n_tup_upd) as written
       from pg_stat_user_tables group by 1`,
  );
  return Object.fromEntries(rows.map(({ name, written }) => [name, Number(written)]));
}

/** What was written between two readings, for one call, by table. */
export function rowsPerCall(before: RowsWritten, after: RowsWritten, calls: number): Record<string, number> {
  const written = Object.entries(after).map(([name, count]) => [name, (count - (before[name] ?? 0)) / calls] as const);
  return Object.fromEntries(written.filter(([, count]) => count > 0));
}

/** The rows of a call that its budget is for: unlogged counters and the request log, which is written in batches later, are left out. */
export function budgetedRows(perCall: Record<string, number>): { rows: number; detail: object } {
  const { rate_limits: counted = 0, logged_calls: logged = 0, key_usage_hours: used = 0, ...tables } = perCall;
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  return { rows, detail: { tables, unloggedCounter: counted, requestLog: logged + used } };
}
