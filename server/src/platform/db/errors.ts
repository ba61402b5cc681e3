/** The answer to COMMIT was lost: nobody knows whether the work happened until the row is read. */
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

/** Thrown by an operation that lost a race it can only win by starting its transaction again. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** Serialisation failure, deadlock or a lost race: the same work may be tried again. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof Interrupted || ['40001', '40P01'].includes(codeOf(error) ?? '');

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (codeOf(error) !== '23505') return false;
  return constraint === undefined || (error as { constraint?: string }).constraint === constraint; // pg names it
}

/** PostgreSQL said that the statement did not happen; a code of class 57 or 08 only says that the server went away. */
export function isServerAnswer(error: unknown): boolean {
  const code = codeOf(error) ?? '';
  return /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('57') && !code.startsWith('08');
}

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

/** The database could not be asked, or went away while it was. Says nothing about the work, nor whether it happened. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof CommitUnknown) return true;
  const code = codeOf(error) ?? '';
  if (/^(57P0[1-5]|08|53300)/.test(code) || away.includes(code)) return true;
  return (
    error instanceof Error && /^(Connection terminated|timeout exceeded when trying to connect)/.test(error.message)
  );
}
