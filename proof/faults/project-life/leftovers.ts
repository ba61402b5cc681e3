import type { Client } from 'pg';

/** Tables with rows of projects, and which of the columns that say more they have. */
export async function tablesOf(client: Client): Promise<{ name: string; hasTime: boolean; hasContact: boolean }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> 'content_facts_mark'
     group by 1 having 'project_id' = any (array_agg(a.attname::text)) order by 1`);
  return rows.map(({ name, columns }) => ({
    name,
    hasTime: columns.includes('created_at'),
    hasContact: columns.includes('contact_id'),
  }));
}

/** What a reset keeps. */
const kept =
  /^(api_keys|first_key_uses|invitations|memberships|webhook_secrets|webhook_endpoints|webhook_queues|billing_|domain|ownership_|provider_|meter_events|suppressions|reputation_)/;

/** Rows of a project from before a moment, or about a contact of the seed, by table; without those that a reset keeps. */
export async function rowsFromBefore(client: Client, projectId: string, at: Date): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const { name, hasTime, hasContact } of await tablesOf(client)) {
    if (kept.test(name)) continue;
    const conditions = [
      ...(hasTime && name !== 'jobs' ? ['created_at < $2'] : []),
      ...(hasContact ? [`contact_id::text like '00000000-0000-7000-8000-%'`] : []),
    ];
    if (conditions.length === 0) continue;
    const { rows } = await client.query<{ rows: string }>(
      `select count(*) as rows from ${name} where project_id = $1 and $2::timestamptz is not null and (${conditions.join(' or ')})`,
      [projectId, at],
    );
    const left = Number(rows[0]?.rows);
    if (left > 0) found[name] = left;
  }
  return found;
}

/** All rows of a project, by table. */
export async function allRows(client: Client, projectId: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const { name } of await tablesOf(client)) {
    const { rows } = await client.query<{ rows: string }>(
      `select count(*) as rows from ${name} where project_id = $1`,
      [projectId],
    );
    const left = Number(rows[0]?.rows);
    if (left > 0) found[name] = left;
  }
  return found;
}
