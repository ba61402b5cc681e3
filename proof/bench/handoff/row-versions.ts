import type { Client } from 'pg';

/** Rows inserted and updated so far, by table; partitions count for their parent. Deleting writes no new version. */
export async function rowVersions(client: Client): Promise<Record<string, number>> {
  await new Promise((resolve) => setTimeout(resolve, 1_200)); // Why: sessions report their statistics once a second
  await client.query('select pg_stat_clear_snapshot()');
  const { rows } = await client.query<{ name: string; versions: number }>(
    `select coalesce(p.relname, s.relname) as name, sum(s.n_tup_ins + s.n_tup_upd)::float8 as versions
       from pg_stat_user_tables s
       left join pg_inherits i on i.inhrelid = s.relid left join pg_class p on p.oid = i.inhparent
      where s.schemaname = 'public' group by 1`,
  );
  return Object.fromEntries(rows.map(({ name, versions }) => [name, versions]));
}
