import type { Client } from 'pg';

export interface BackupTable {
  /** With its schema, quoted where needed. */
  readonly name: string;
  readonly columns: string[];
  /** Which rows belong into a backup. */
  readonly where: string | null;
}

export interface BackupPartition {
  readonly name: string;
  readonly parent: string;
  readonly bound: string;
  readonly options: string[];
}

/** Written by the migrator, or by `restore` itself. */
const madeElsewhere = ['migrations', 'sql_functions', 'retention_rules', 'worker_pause'];

const columnsOf = `(select array_agg(quote_ident(a.attname) order by a.attnum) from pg_attribute a
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '')`;

/** Every table with data, those that others refer to first. Tasks that have ended are left out. */
export async function listTables(client: Client): Promise<BackupTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; refers: string[] }>(
    `select c.oid::regclass::text as name, ${columnsOf} as columns,
            array(select distinct f.confrelid::regclass::text from pg_constraint f
                   where f.contype = 'f' and f.conrelid = c.oid and f.confrelid <> c.oid) as refers
       from pg_class c
      where c.relkind in ('r', 'p') and not c.relispartition
        and (c.relnamespace = 'public'::regnamespace and c.relname <> all($1) or c.oid = 'queue.job'::regclass)
      order by 1`,
    [madeElsewhere],
  );
  const names = new Set(rows.map(({ name }) => name));
  const ordered: BackupTable[] = [];
  let waiting = rows.map((row) => ({ ...row, refers: row.refers.filter((name) => names.has(name)) }));
  while (waiting.length > 0) {
    const done = new Set(ordered.map(({ name }) => name));
    const ready = waiting.filter(({ refers }) => refers.every((name) => done.has(name)));
    if (ready.length === 0)
      throw new Error(`tables refer to each other: ${waiting.map(({ name }) => name).join(', ')}`);
    for (const { name, columns } of ready)
      ordered.push({ name, columns, where: name === 'queue.job' ? `state < 'completed'` : null });
    waiting = waiting.filter((row) => !ready.includes(row));
  }
  return ordered;
}

export const copyOutText = ({ name, columns, where }: BackupTable): string =>
  `copy (select ${columns.join(', ')} from ${name}${where ? ` where ${where}` : ''}) to stdout`;

export const copyInText = ({ name, columns }: BackupTable): string => `copy ${name} (${columns.join(', ')}) from stdin`;

/** Partitions of our tables but the default ones, which every table has. */
export async function listPartitions(client: Client): Promise<BackupPartition[]> {
  const { rows } = await client.query<BackupPartition>(
    `select c.oid::regclass::text as name, i.inhparent::regclass::text as parent, pg_get_expr(c.relpartbound, c.oid) as bound,
            coalesce(c.reloptions, '{}') as options
       from pg_class c join pg_inherits i on i.inhrelid = c.oid
      where c.relispartition and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
        and pg_get_expr(c.relpartbound, c.oid) <> 'DEFAULT'
      order by 1`,
  );
  return rows;
}
