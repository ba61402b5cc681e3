import type { TableColumn } from './load-tables.ts';

/** The type of a column when read and when written. */
interface ColumnTypes {
  read: string;
  written: string;
}

const same = (type: string): ColumnTypes => ({ read: type, written: type });

const known: Record<string, ColumnTypes> = {
  uuid: same('string'),
  text: same('string'),
  varchar: same('string'),
  citext: same('string'),
  inet: same('string'),
  numeric: same('string'),
  int2: same('number'),
  int4: same('number'),
  float4: same('number'),
  float8: same('number'),
  bool: same('boolean'),
  bytea: same('Buffer'),
  int8: { read: 'string', written: 'string | number | bigint' },
  timestamptz: { read: 'Date', written: 'Date | string' },
  interval: { read: 'object', written: 'string' },
  date: { read: 'Date', written: 'Date | string' },
};

const isJson = (column: TableColumn): boolean => ['json', 'jsonb'].includes(column.type) && !column.isArray;

/** The kysely type of a column, e.g. `Generated<boolean>`. */
export function columnType(column: TableColumn): string {
  if (isJson(column)) return 'Json';

  const { read, written } = typesOf(column);
  const orNull = column.isNullable ? ' | null' : '';
  if (column.isGenerated) return `GeneratedAlways<${read}${orNull}>`;
  if (read === written) return column.hasDefault ? `Generated<${read}${orNull}>` : `${read}${orNull}`;

  const onInsert = `${written}${orNull}${column.hasDefault ? ' | undefined' : ''}`;
  return `ColumnType<${read}${orNull}, ${onInsert}, ${written}${orNull}>`;
}

function typesOf(column: TableColumn): ColumnTypes {
  const literals = literalsOf(column);
  const element = literals ? same(literals) : known[column.type];
  if (!element) throw new Error(`no type is known for ${column.type}, the type of column ${column.name}`);
  return column.isArray ? { read: listOf(element.read), written: listOf(element.written) } : element;
}

const listOf = (type: string): string => (type.includes('|') ? `(${type})[]` : `${type}[]`);

/** The union of values a check allows, for checks of the form `column in ('A', 'B')` or `column = 'A'`. */
function literalsOf(column: TableColumn): string | null {
  if (column.isArray || !['text', 'varchar'].includes(column.type)) return null;
  for (const check of column.checks) {
    const list =
      /^CHECK \(\(\(?\w+\)?(?:::text)? = (?:ANY \(\(?ARRAY\[(.+)\]\)?(?:::text\[\])?\)|('(?:[^']|'')*'(?:::[\w ]+)?))\)\)$/.exec(
        check,
      );
    const values = (list?.[1] ?? list?.[2])?.match(/'(?:[^']|'')*'/g);
    if (values) return values.map((value) => literal(value.slice(1, -1).replaceAll("''", "'"))).join(' | ');
  }
  return null;
}

const literal = (value: string): string => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
