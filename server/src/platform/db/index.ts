export { applyFunctions, isNewer, type ProgramSchema } from './apply-functions.ts';
export { callOnce } from './call-once.ts';
export { allowSeconds, applySettings, sendNow, writeLater } from './client-dialect.ts';
export { copyIn, copyOut, type LineSink } from './copy-rows.ts';
/** @public `Tables`: every feature adds its own by declaration. */
export type { Db, Json, ReadDb, Tables } from './db.ts';
export {
  type ClosedProject,
  CommitUnknown,
  closedProjectOf,
  hasProjectLeft,
  isConnectionUnavailable,
  isDatabaseAway,
  isDatabaseFull,
  isDatabaseInTrouble,
  isFinal,
  isOutage,
  isProjectClosed,
  isProjectMoving,
  isRetryable,
  isServerAnswer,
  isStatementTimeout,
  isUniqueViolation,
  LostRace,
} from './errors.ts';
export { limits, withTimeout } from './limits.ts';
export { withLockRetries } from './lock-retries.ts';
export { asOwner, asReadingOwner, listMigrations, runMigrations } from './migrate.ts';
export { type Database, openDatabase } from './pool.ts';
export { awaitEntered } from './project-entrance.ts';
export { roundTrip } from './round-trip.ts';
export { shareConnections } from './share-connections.ts';
export { leadsToPooler, refuseSharedSession, SharedSession } from './shared-session.ts';
export { readSqlFiles } from './sql-files.ts';
export { type OpenTransaction, openTransaction, type TransactionScope } from './transaction.ts';
