import type { Client } from 'pg';
import { type BackupTable, listTables } from '../backup/backup-tables.ts';

/** Tables that name a project and stay in their installation, each with the reason. */
export const staying: Readonly<Record<string, string>> = {
  memberships: 'a person has an account in each installation',
  invitations: 'a person has an account in each installation',
  content_facts_mark: 'one row, with the place that a pass over all projects has come to',
};

/** Tables without a project of which a project nevertheless has rows. */
const others: Readonly<Record<string, (projectId: string) => string>> = {
  projects: (projectId) => `id = '${projectId}'`,
  // Tasks that wait or run. Every task may run twice.
  'queue.job': (projectId) => `data->>'projectId' = '${projectId}' and state < 'completed'`,
};

/** What a project consists of. Why from the catalogue: a new table is copied without a word here. */
export async function listProjectTables(client: Client, projectId: string): Promise<BackupTable[]> {
  const tables = await listTables(client);
  return tables.flatMap((table) => {
    if (table.name in staying) return [];
    const where = others[table.name]?.(projectId);
    if (where) return [{ ...table, where }];
    return table.columns.includes('project_id') ? [{ ...table, where: `project_id = '${projectId}'` }] : [];
  });
}

/** Tables whose rows are claimed by workers. */
export async function listSpoolTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
        and to_regproc('public.spool_claim_' || c.relname) is not null order by 1`,
  );
  return rows.map(({ name }) => name);
}
