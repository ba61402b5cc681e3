import type { Client } from 'pg';

export type RowsWritten = Readonly<Record<string, number>>;

/** Row versions written to each table so far; partitions count for their parent. Deleting writes none. */
export async function rowsWritten(client: Client, where: 'everywhere' | 'outside of the queue'): Promise<RowsWritten> {
  await new Promise((resolve) => setTimeout(resolve, 1_200)); // Why: sessions report their statistics once a second
  await client.query('select pg_stat_clear_snapshot()');
  const { rows } = await client.query<{ name: string; written: number }>(
    `select coalesce(p.relname, s.relname) as name, sum(s.n_tup_ins + s.n_tup_upd)::float8 as written
       from pg_stat_user_tables s
       left join pg_inherits i on i.inhrelid = s.relid left join pg_class p on p.oid = i.inhparent
      where s.schemaname = 'public' or $1 group by 1`,
    [where === 'everywhere'],
  );
  return Object.fromEntries(rows.map(({ name, written }) => [name, written]));
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
