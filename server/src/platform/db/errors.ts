import { NoFreeSlot } from '#platform/shares';

/** The reply to COMMIT was lost: whether the work happened is unknown until its rows are read. */
export class CommitUnknown extends Error {
  constructor(cause: unknown) {
    super('The answer to a commit was lost.', { cause });
    this.name = 'CommitUnknown';
  }
}

const codeOf = (error: unknown): string | undefined => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
};

/** Thrown by an operation that lost a race and must start its transaction again. */
export class LostRace extends Error {
  override readonly name = 'LostRace';
}

/**
 * A prepared statement has other columns than when it was parsed: another version of the program has changed a table or function.
 * It fails on this connection for ever, and is parsed anew on the next one.
 */
export const isOutdatedStatement = (error: unknown): boolean =>
  codeOf(error) === '0A000' && error instanceof Error && error.message === 'cached plan must not change result type';

/** Serialisation failure, deadlock, a lost race or an outdated statement: the same work may be tried again. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof LostRace || isOutdatedStatement(error) || ['40001', '40P01'].includes(codeOf(error) ?? '');

/** A transaction of a project is refused when it opens: `refuse_writes`. */
export type ClosedProject =
  /** `moved`: to another installation, which has its records. */
  | { readonly kind: 'gone' | 'moving' | 'moved' }
  /** `jobId`: of the reset that is under way. */
  | { readonly kind: 'resetting'; readonly jobId: string };

export function closedProjectOf(error: unknown): ClosedProject | null {
  const code = codeOf(error);
  const { detail = '' } = (error ?? {}) as { detail?: string }; // pg passes it on
  if (code === 'P0404') return { kind: 'gone' };
  if (code === 'P0503') return { kind: detail === 'moved' ? 'moved' : 'moving' };
  return code === 'P0409' ? { kind: 'resetting', jobId: detail } : null;
}

/** Nothing of the project will be done here any more. */
export const hasProjectLeft = (error: unknown): boolean =>
  ['gone', 'moved'].includes(closedProjectOf(error)?.kind ?? '');

/** Its records are copied just now: what is refused has to come again, to the other installation. */
export const isProjectMoving = (error: unknown): boolean =>
  ['moving', 'moved'].includes(closedProjectOf(error)?.kind ?? '');

export const isProjectClosed = (error: unknown): boolean => closedProjectOf(error) !== null;

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (codeOf(error) !== '23505') return false;
  return constraint === undefined || (error as { constraint?: string }).constraint === constraint; // pg names it
}

/** PostgreSQL stopped the statement at its time limit. */
export const isStatementTimeout = (error: unknown): boolean => codeOf(error) === '57014';

/** What PostgreSQL calls a SQLSTATE. Codes of the system, such as EPIPE, may be as long. */
const sqlState = /^([0-9]{2}|F0|HV|P0|XX)[0-9A-Z]{3}$/;

/**
 * PostgreSQL replied that the statement failed. A code of class 57 or 08 only says that the server went away, one of class
 * 58 or XX that it is in trouble.
 */
export function isServerAnswer(error: unknown): boolean {
  const code = codeOf(error) ?? '';
  return sqlState.test(code) && !/^(57|08|58|XX)/.test(code);
}

const noConnection = /^timeout exceeded when trying to connect/;

/** There was no connection in time: no statement was sent. */
export const isConnectionUnavailable = (error: unknown): boolean =>
  error instanceof NoFreeSlot || (error instanceof Error && noConnection.test(error.message));

/**
 * The same statement would always be refused: invalid data, a violated constraint, a mistake in the statement.
 * Why a list of final codes: everything else (a full disk, a server that became a standby, a reset connection, unexpected
 * codes) may be temporary, and work that must not be lost is repeated.
 */
export const isFinal = (error: unknown): boolean => /^(22|23|42)[0-9A-Z]{3}$/.test(codeOf(error) ?? '');

/** The disk is full: the database cannot write, though it may still read. */
export const isDatabaseFull = (error: unknown): boolean => codeOf(error) === '53100';

/** The server has become a standby or read-only: it reads, and another one writes. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === '25006';

/** The error of pg when our own timeout has passed without a reply. */
export const isQueryTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';

const away = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
];

/** The database could not be reached, or was lost during a statement. Says nothing about the work, nor whether it happened. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof CommitUnknown || error instanceof NoFreeSlot || isQueryTimeout(error)) return true;
  const code = codeOf(error) ?? '';
  if (/^(57P0[1-5]|08|53300)/.test(code) || away.includes(code)) return true;
  return error instanceof Error && lost.test(error.message);
}

/** What `pg` says itself. The one about the client: its connection was lost before, between two statements. */
const lost = /^(Connection terminated|timeout exceeded when trying to connect|Client .+ is not queryable$)/;

/** The database is away, read-only, or out of disk, memory or connections: no fault of the work, which waits until it is over. */
export const isOutage = (error: unknown): boolean =>
  isDatabaseAway(error) || isReadOnly(error) || /^(53|58)[0-9A-Z]{3}$/.test(codeOf(error) ?? '');

/** The database as a whole is in trouble, not this one statement: away, full, read-only, overloaded, broken. */
export function isDatabaseInTrouble(error: unknown): boolean {
  if (isDatabaseAway(error)) return true;
  const code = codeOf(error) ?? '';
  return sqlState.test(code) ? /^(08|25|40|53|55|57|58)/.test(code) : /^E(?!RR_)[A-Z_]+$/.test(code);
}
