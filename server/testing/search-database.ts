import type { Client } from 'pg';

/** The columns of all tables of a database, the queue's included, the log of `subscription-watch.ts` not, that contain the text: `table.column`. Bytes are searched too. */
export async function columnsWith(client: Client, text: string): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema', 'subscription_watch')
     order by 1`);
  const patterns = [text, Buffer.from(text).toString('hex')].map((part) => `%${part.replace(/[\\%_]/g, '\\$&')}%`);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query<{ key: string }>(
      `select distinct v.key from ${name} t cross join lateral jsonb_each_text(to_jsonb(t)) v
        where v.value ilike any ($1::text[]) order by 1`,
      [patterns],
    );
    found.push(...rows.map(({ key }) => `${name.replace('public.', '')}.${key}`));
  }
  return found;
}
