import type { Client } from 'pg';
import { type LockRetries, withLockRetries } from './lock-retries.ts';
import type { SqlFile } from './sql-files.ts';

/** What this program brings to a database. */
export interface ProgramSchema {
  /** Of the release, as in `package.json`. */
  readonly version: string;
  /** Names of its migrations. */
  readonly migrations: readonly string[];
  readonly functions: readonly SqlFile[];
}

/**
 * Applies the function files whose text is not the one that the database has, all or none of them, after the migrations.
 * Returns their names, or null when a newer program was here: its functions serve this one as well, so they stay.
 */
export function applyFunctions(
  client: Client,
  program: ProgramSchema,
  retries?: LockRetries,
): Promise<string[] | null> {
  return withLockRetries(
    client,
    async () => {
      await client.query('begin');
      try {
        const applied = isNewer(await loadApplied(client), program) ? null : await applyChanged(client, program);
        await client.query('commit');
        return applied;
      } catch (error) {
        await client.query('rollback');
        throw error;
      }
    },
    retries,
  );
}

/** What was applied to a database, by whatever version. */
export interface AppliedSchema {
  readonly migrations: readonly string[];
  readonly functions: readonly { readonly name: string; readonly hash: string; readonly version: string }[];
}

/**
 * True when the database has a migration that this program does not know, or a function that a later version applied.
 * Limit: of two builds with one version number and the same migrations, the one that migrates last wins.
 */
export const isNewer = (database: AppliedSchema, program: ProgramSchema): boolean =>
  database.migrations.some((name) => !program.migrations.includes(name)) ||
  database.functions.some(({ version }) => isLater(version, program.version));

/** `1.10.0` is later than `1.9.2`; what follows a hyphen does not count. */
const isLater = (one: string, other: string): boolean =>
  numbersOf(one).localeCompare(numbersOf(other), 'en', { numeric: true }) > 0;

const numbersOf = (version: string): string => version.split('-', 1)[0] ?? '';

async function loadApplied(client: Client): Promise<AppliedSchema> {
  const migrations = await client.query<{ name: string }>('select name from migrations');
  const functions = await client.query<AppliedSchema['functions'][number]>(
    'select name, hash, version from sql_functions',
  );
  return { migrations: migrations.rows.map(({ name }) => name), functions: functions.rows };
}

async function applyChanged(client: Client, { version, functions }: ProgramSchema): Promise<string[]> {
  const { rows } = await client.query<{ name: string; hash: string }>(
    'select name, hash from sql_functions where is_current',
  );
  const current = new Map(rows.map(({ name, hash }) => [name, hash]));
  const changed = functions.filter(({ name, hash }) => current.get(name) !== hash);
  // Twice: first so that each is there whatever their order, then with their bodies checked.
  for (const check of ['off', 'on']) for (const file of changed) await apply(client, file, check);
  await client.query('set local role postrider_owner');
  await client.query(
    'update sql_functions set is_current = false where is_current and (name = any($1) or name <> all($2))',
    [changed.map(({ name }) => name), functions.map(({ name }) => name)],
  );
  await client.query(
    `insert into sql_functions (name, hash, version, is_current, applied_at)
     select name, hash, $3, true, clock_timestamp() from unnest($1::text[], $2::text[]) file (name, hash)
     on conflict (name, hash) do update
       set version = excluded.version, is_current = true, applied_at = excluded.applied_at`,
    [changed.map(({ name }) => name), changed.map(({ hash }) => hash), version],
  );
  return changed.map(({ name }) => name);
}

/** A file may take the role that owns its functions; each begins as the owner of the schema. */
async function apply(client: Client, { name, text }: SqlFile, check: string): Promise<void> {
  await client.query(`set local role postrider_owner; set local check_function_bodies = ${check}`);
  await client.query(text).catch((error: unknown) => {
    throw Object.assign(new Error(`server/sql/${name}.sql: ${String(error)}`, { cause: error }), codeOf(error));
  });
}

/** Kept, because a lock that could not be had is tried again. */
const codeOf = (error: unknown): { code?: unknown } =>
  error instanceof Error && 'code' in error ? { code: error.code } : {};
