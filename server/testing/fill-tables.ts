import { randomUUIDv7 } from 'node:crypto';
import { Client } from 'pg';

/** Every table that belongs to projects, filled from the catalogue: a new table is filled as well. */
export interface FilledTables {
  readonly names: readonly string[];
  /** A row in each table that has none of the project yet. */
  fill(projectId: string): Promise<void>;
  /** The rows of a project as text, by table; tables without rows are left out. */
  rowsOf(projectId: string): Promise<Record<string, string[]>>;
  close(): Promise<void>;
}

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly isNeeded: boolean;
}

/** A value of each type. All ids of a project are equal, so that its rows refer to each other. */
const values: Record<string, string> = {
  uuid: '$2::uuid',
  text: `'x' || $1::uuid::text`,
  bytea: `decode(md5($1::uuid::text), 'hex')`,
  jsonb: `'{}'::jsonb`,
  boolean: 'true',
  date: 'current_date',
  inet: `'192.0.2.1'`,
  interval: `'1 day'`,
};

function sqlValueOf({ name, type }: Column): string {
  if (name === 'project_id') return '$1::uuid';
  if (type.endsWith('[]')) return `'{}'::${type}`;
  if (/^(smallint|integer|bigint|numeric|real|double precision)/.test(type)) return `1::${type}`;
  if (type.startsWith('timestamp')) return 'now()';
  const value = values[type];
  if (!value) throw new Error(`say here how a column of the type ${type} is filled (${name})`);
  return value;
}

/** Opens the database of a test, and takes its checks away: the texts of these rows mean nothing. */
export async function openFilledTables(databaseUrl: string): Promise<FilledTables> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`do $$
    declare c record;
    begin
      for c in select conrelid::regclass as owner, conname from pg_constraint
                where contype = 'c' and coninhcount = 0 and connamespace = 'public'::regnamespace and conrelid <> 0 loop
        execute format('alter table %s drop constraint %I', c.owner, c.conname);
      end loop;
    end $$`);
  const { rows: columns } = await client.query<Column>(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
           a.attnotnull and not a.atthasdef as "isNeeded"
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and exists (select from pg_attribute p where p.attrelid = c.oid and p.attname = 'project_id' and not p.attisdropped)
       and c.relname <> 'content_facts_mark' -- one row, with the place that a pass over all projects has come to
     order by 1, a.attnum`);
  const tables = Map.groupBy(columns, ({ table }) => table);
  const names = [...tables.keys()];

  return {
    names,
    async fill(projectId) {
      const id = randomUUIDv7();
      await client.query('begin');
      await client.query('set local session_replication_role = replica'); // no triggers, and references in any order
      for (const [table, all] of tables) {
        const needed = all.filter(({ isNeeded }) => isNeeded);
        const list = needed.map(({ name }) => `"${name}"`).join();
        await client.query(
          `insert into ${table} (${list}) select ${needed.map(sqlValueOf).join()}
            where $2::uuid is not null and not exists (select from ${table} where project_id = $1::uuid)`,
          [projectId, id],
        );
      }
      await client.query('commit');
    },
    async rowsOf(projectId) {
      const found: Record<string, string[]> = {};
      for (const table of names) {
        const { rows } = await client.query<{ row: string }>(
          `select t::text as row from ${table} t where project_id = $1 order by 1`,
          [projectId],
        );
        if (rows.length > 0) found[table] = rows.map(({ row }) => row);
      }
      return found;
    },
    close: () => client.end(),
  };
}
