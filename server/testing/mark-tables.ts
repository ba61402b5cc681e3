import { randomUUIDv7 } from 'node:crypto';
import type { Client } from 'pg';

/** Columns that name a contact, one of its mails or one of its executions. */
const namingColumns = ['contact_id', 'email', 'recipient', 'email_id', 'execution_id', 'record_id', 'named_ids'];

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
}

export interface MarkedContact {
  readonly id: string;
  /** `table.column` of every text that was written, with the mark that was written there. */
  readonly marks: ReadonlyMap<string, string>;
  /** Tables that name a contact and hold no text of their own. */
  readonly withoutText: readonly string[];
}

/**
 * A contact that has a row in every table that may hold something of one, taken from the catalogue, with a mark of its own in every text.
 * All ids of these rows are equal, so they belong to each other. `values`: what columns hold that are looked for by their text.
 */
export async function markTables(
  client: Client,
  projectId: string,
  address: string,
  values: Readonly<Record<string, string>>,
): Promise<MarkedContact> {
  const columns = await listColumns(client);
  const id = randomUUIDv7();
  const marks = new Map<string, string>();
  const withoutText: string[] = [];
  await client.query('begin');
  await client.query('set local session_replication_role = replica'); // no triggers, and references in any order
  for (const [table, own] of Map.groupBy(columns, (column) => column.table)) {
    await dropChecks(client, table);
    const filled = own.map((column) => {
      const name = `${table}.${column.name}`;
      const isText = ['text', 'jsonb', 'bytea'].includes(column.type);
      const isAddress = column.name === 'email' || column.name === 'recipient';
      if (isText && !isAddress) marks.set(name, `mark:${name};`);
      return { ...column, value: values[name] ?? (isAddress ? address : textFor(column, id, projectId)) };
    });
    if (!filled.some(({ name }) => marks.has(`${table}.${name}`))) withoutText.push(table);
    await client.query(
      `insert into ${table} (${filled.map(({ name }) => `"${name}"`).join()})
       values (${filled.map(({ type }, index) => `$${index + 1}::text::${type}`).join()})`,
      filled.map(({ value }) => value),
    );
  }
  await client.query('commit');
  return { id, marks, withoutText };
}

async function listColumns(client: Client): Promise<readonly Column[]> {
  const { rows } = await client.query<Column>(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attgenerated = ''
        and exists (select from pg_attribute p where p.attrelid = c.oid and p.attname = 'project_id' and not p.attisdropped)
        and c.relname <> 'content_facts_mark' -- one row, with the place that a pass over all projects has come to
        and (obj_description(c.oid) = 'feature: emails'
             or exists (select from pg_attribute p where p.attrelid = c.oid and p.attname = any ($1) and not p.attisdropped))
      order by 1, a.attnum`,
    [namingColumns],
  );
  return rows;
}

const dropChecks = (client: Client, table: string) =>
  client.query(`do $$ declare c record; begin
    for c in select conname from pg_constraint where contype = 'c' and coninhcount = 0 and conrelid = '${table}'::regclass loop
      execute format('alter table ${table} drop constraint %I', c.conname);
    end loop; end $$`);

function textFor({ table, name, type }: Column, id: string, projectId: string): string {
  const mark = `mark:${table}.${name};`;
  if (name === 'project_id') return projectId;
  if (type === 'uuid') return id;
  if (type === 'text') return mark;
  if (type === 'jsonb') return JSON.stringify({ mark });
  if (type === 'bytea') return `\\x${Buffer.from(mark).toString('hex')}`;
  if (type.endsWith('[]')) return '{}';
  if (type === 'boolean') return 'true';
  if (type.startsWith('timestamp') || type === 'date') return new Date().toISOString();
  if (type === 'inet') return '192.0.2.1';
  return '1';
}
