import { type RawBuilder, sql } from 'kysely';
import { builtInNames, type NeededOutput } from '#pure/templating';

/** A path that a text prints, as far as it decides what is read. */
export type PrintedPath = Pick<NeededOutput, 'chain' | 'keys'>;

type JsonSql = RawBuilder<unknown>;

/** Longer paths make long statements. */
const maxSteps = 10;
/** Each of these names its holder several times. */
const maxEnds = 2;
const isEnd = (key: string | number): boolean => key === 'first' || key === 'last';

/** Whether SQL can tell if the path has a value: no key of it is computed, and it is not unreasonably long. */
export function isCheckable({ chain, keys }: PrintedPath): boolean {
  if (!keys) return false;
  const steps = [...chain.split('.'), ...keys];
  return steps.length <= maxSteps && steps.filter(isEnd).length <= maxEnds;
}

/**
 * True for a contact whose mail would print nothing for this path: missing or null (D-834). Over a column `data`; keys of deleted
 * fields count as missing.
 * Invariant: agrees with the names that a render reports as missing; one table of cases tests both.
 */
export function lacksValue({ chain, keys }: PrintedPath, deletedKeys: ReadonlySet<string>): RawBuilder<boolean> {
  const rest = keys ?? [];
  const deleted = fieldsOf(chain, rest).filter((key) => deletedKeys.has(key));
  const data = deleted.length === 0 ? sql`data` : sql`(data - ${deleted}::text[])`;
  if (isPlain(chain, rest)) return sql`(${data} ->> ${chain}::text) is null`;
  const value = [...rest].reduce<JsonSql>(
    (holder, key, index) => step(holder, key, index === rest.length - 1),
    chainOfScope(data, chain),
  );
  return sql`coalesce(jsonb_typeof(${value}), 'null') = 'null'`;
}

/** The fields that the path may begin with: a dotted chain may be one field. */
function fieldsOf(chain: string, keys: readonly (string | number)[]): string[] {
  const [root = '', ...names] = chain.split('.');
  return root === 'data' ? [String(names[0] ?? keys[0] ?? ''), names.join('.'), chain] : [root, chain];
}

const isPlain = (chain: string, keys: readonly unknown[]): boolean =>
  keys.length === 0 && !chain.includes('.') && !hasDefault(chain);

const hasDefault = (name: string): boolean => builtInNames.has(name) || name === 'locale';

/** What a chain of names means among all values of a mail, as `readChain` reads it (D-522, D-524). */
function chainOfScope(data: JsonSql, chain: string): JsonSql {
  const [root = '', ...names] = chain.split('.');
  if (names.length === 0) return holderOf(data, root);
  const rest = names.join('.');
  if (root === 'data') return exactOr(data, chain, chainIn(data, rest));
  if (root === 'event') return exactOr(data, chain, chainIn(sql`(${data} -> 'event')`, rest));
  return exactOr(data, chain, walk(holderOf(data, root), names));
}

const aText = sql`'""'::jsonb`;

const holderOf = (data: JsonSql, root: string): JsonSql => {
  if (root === 'data') return data;
  return hasDefault(root) ? aText : sql`(${data} -> ${root}::text)`;
};

function chainIn(holder: JsonSql, chain: string): JsonSql {
  const [root = '', ...names] = chain.split('.');
  const first = sql`(${holder} -> ${root}::text)`;
  if (names.length === 0) return first;
  const isHolder = root === 'data' || root === 'event';
  return exactOr(holder, chain, isHolder ? chainIn(first, names.join('.')) : walk(step(holder, root, false), names));
}

/** A key of exactly this name comes first, even if it is null. */
const exactOr = (holder: JsonSql, key: string, otherwise: JsonSql): JsonSql =>
  sql`(case when jsonb_exists(${holder}, ${key}::text) then ${holder} -> ${key}::text else ${otherwise} end)`;

const walk = (holder: JsonSql, names: readonly string[]): JsonSql =>
  names.reduce<JsonSql>((inner, name, index) => step(inner, name, index === names.length - 1), holder);

/** One key of a value, as `readProperty` reads it: lists have indexes, `first` and `last`, and most values a `size`. */
function step(holder: JsonSql, key: string | number, isLast: boolean): JsonSql {
  if (typeof key === 'number') return sql`(${holder} #> array[${String(key)}::text])`;
  const own = sql`(${holder} -> ${key}::text)`;
  // Why the type: an index of PostgreSQL takes a text or a number for a list of one.
  if (isEnd(key))
    return sql`(case when jsonb_typeof(${holder}) = 'array' then ${holder} -> ${sql.lit(key === 'first' ? 0 : -1)} else ${own} end)`;
  // Why only at the end: a size is a number, which has no keys.
  if (key !== 'size' || !isLast) return own;
  return sql`coalesce(${own}, case when jsonb_typeof(${holder}) in ('string', 'array', 'object') then '0'::jsonb end)`;
}
