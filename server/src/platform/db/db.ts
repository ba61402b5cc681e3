import type { ColumnType, Kysely } from 'kysely';

/** Every table of the database. Each feature adds its own in its generated `tables.ts`. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the features
export interface Tables {}

export type Db = Kysely<Tables>;

/** What code that only reads gets: no insert, update or delete. `sql` can be executed with it, inside a read-only transaction. */
export type ReadDb = Pick<Db, 'selectFrom' | 'selectNoFrom' | 'with' | 'fn' | 'dynamic' | 'getExecutor'>;

/** A jsonb column: read as it was parsed, written as text or a plain value. */
export type Json = ColumnType<unknown, unknown, unknown>;
