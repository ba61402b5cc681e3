import { Client } from 'pg';

/** Rows of every table of ours as JSON text, for comparing before and after. */
export type RowSnapshot = ReadonlyMap<string, readonly string[]>;

export interface RowInspector {
  /** Every row that belongs to a project, or to the people of its team. */
  checksum(projectId: string): Promise<string>;
  /** Every row except counters of requests and their log, and figures that each connection keeps for itself. */
  snapshot(): Promise<RowSnapshot>;
  /** Columns of all tables with their types. */
  columns(): Promise<{ name: string; type: string }[]>;
  query(statement: string): Promise<void>;
  close(): Promise<void>;
}

/** Counters of requests and their log, which is written later, and what the migrator writes. */
const ignoredTables = [
  'rate_limits',
  'logged_calls',
  'key_usage_hours',
  'first_key_uses',
  'migrations',
  'sql_functions',
];

/** Rows of each connection: the same request changes one row or makes another, whichever connection it gets. Only their sums say something. */
const isOfConnections = (columns: readonly string[]): boolean => columns.includes('slot');

/** Reads the database as the schema owner, who sees every project. */
export async function openRows(databaseUrl: string): Promise<RowInspector> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('set role postrider_owner');
  const { rows: all } = await client.query<{ table: string; columns: string[] }>(`
    select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     group by c.relname order by c.relname`);
  const tables = all.filter(({ table }) => !ignoredTables.includes(table));
  const checksum = checksumOf(tables);
  const compared = tables.filter(({ columns }) => !isOfConnections(columns));
  const everything = compared.map(({ table }) => `select '${table}' as name, to_jsonb(t)::text as row from ${table} t`);
  return {
    async checksum(projectId) {
      const { rows } = await client.query<{ sum: string }>(checksum, [projectId]);
      return rows.map(({ sum }) => sum).join();
    },
    async snapshot() {
      const { rows } = await client.query<{ name: string; row: string }>(everything.join(' union all '));
      const found = Map.groupBy(rows, ({ name }) => name);
      return new Map([...found].map(([name, held]) => [name, held.map(({ row }) => row)]));
    },
    async columns() {
      const { rows } = await client.query<{ name: string; type: string }>(
        `select distinct column_name as name, data_type as type from information_schema.columns where table_schema = 'public'`,
      );
      return rows;
    },
    query: async (statement) => void (await client.query(statement)),
    close: () => client.end(),
  };
}

function checksumOf(tables: readonly { table: string; columns: string[] }[]): string {
  const people = 'select user_id from memberships where project_id = $1::uuid';
  const belongs = ({ table, columns }: { table: string; columns: string[] }): string | null => {
    if (columns.includes('project_id')) return 'project_id = $1::uuid';
    if (table === 'projects') return 'id = $1::uuid';
    if (table === 'users') return `id in (${people})`;
    return columns.includes('user_id') ? `user_id in (${people})` : null;
  };
  return tables
    .map((table) => ({ ...table, where: belongs(table) }))
    .filter(({ where }) => where !== null)
    .map(
      ({ table, where }) =>
        `select '${table} ' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${table} t where ${where}`,
    )
    .join(' union all ');
}

/** The rows that one snapshot has and the other has not. */
export function difference(before: RowSnapshot, after: RowSnapshot): { added: string[]; removed: string[] } {
  const lines = (from: RowSnapshot, than: RowSnapshot): string[] =>
    [...from].flatMap(([table, rows]) => {
      const known = new Set(than.get(table));
      return rows.filter((row) => !known.has(row)).map((row) => `${table} ${row}`);
    });
  return { added: lines(after, before), removed: lines(before, after) };
}
