import type { ColumnType, Kysely } from 'kysely';

/** Every table of the database. Each room adds its own in its generated `tables.ts`. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the rooms
export interface Tables {}

export type Db = Kysely<Tables>;

/** A jsonb column: read as it was parsed, written as text or a plain value. */
export type Json = ColumnType<unknown, unknown, unknown>;

export { callOnce } from './call-once.ts';
export { allowSeconds } from './client-dialect.ts';
export {
  CommitUnknown,
  Interrupted,
  isDatabaseAway,
  isDatabaseFull,
  isDatabaseInTrouble,
  isFinal,
  isLate,
  isOutage,
  isReadOnly,
  isRetryable,
  isServerAnswer,
  isStatementTimeout,
  isUniqueViolation,
} from './errors.ts';
export { limits, within } from './limits.ts';
export { type LockRetries, withLockRetries } from './lock-retries.ts';
export { asOwner, runMigrations } from './migrate.ts';
export { type Database, openDatabase } from './pool.ts';
export { shareConnections } from './share-connections.ts';
export { type Door, type OpenTransaction, openTransaction } from './transaction.ts';
