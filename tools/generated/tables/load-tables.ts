import { Client } from 'pg';

export interface TableColumn {
  name: string;
  /** The database's own name of the type; of the elements, for an array. */
  type: string;
  isArray: boolean;
  isNullable: boolean;
  hasDefault: boolean;
  /** Computed by the database; never written. */
  isGenerated: boolean;
  /** Definitions of the check constraints about this column alone. */
  checks: string[];
}

export interface Table {
  name: string;
  comment: string | null;
  columns: TableColumn[];
}

/** Every table of the public schema except partitions, which have their parent's shape. */
export async function loadTables(url: string): Promise<Table[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Table>(statement);
    return rows;
  } finally {
    await client.end();
  }
}

const statement = `
  select c.relname as name,
         obj_description(c.oid, 'pg_class') as comment,
         json_agg(json_build_object(
           'name', a.attname,
           'type', coalesce(element.typname, base.typname, t.typname),
           'isArray', element.oid is not null,
           'isNullable', not a.attnotnull,
           'hasDefault', a.atthasdef or a.attidentity = 'd',
           'isGenerated', a.attgenerated <> '' or a.attidentity = 'a',
           'checks', (select coalesce(json_agg(pg_get_constraintdef(k.oid) order by k.conname), '[]')
                        from pg_constraint k
                       where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum])
         ) order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    left join pg_type base on base.oid = t.typbasetype and t.typtype = 'd'
    left join pg_type element on element.oid = t.typelem and t.typcategory = 'A'
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
   group by c.oid, c.relname
   order by c.relname`;
