import { isDatabaseAway, SharedSession } from '#platform/db';
import { SentLogUnusable } from '#platform/sent-log';

/** Why a process cannot start, as its last line. Codes of sysexits: 78 is a wrong setting, 69 an unavailable service. */
export interface StartRefusal {
  readonly line: string;
  readonly code: 69 | 78;
}

/** The explanation of a start-up error for the operator of this role; null when the operator cannot correct it. */
export function startRefusal(error: unknown, role: string | null = null): StartRefusal | null {
  const reason = error instanceof Error ? error.message.split('\n')[0] || error.name : String(error);
  if (error instanceof SharedSession) return { line: `${reason} ${needsSession}`, code: 78 };
  if (noPassword.test(reason))
    return { line: `PostgreSQL asks for a password. ${loginAdvice('28P01', role)}`, code: 78 };
  const code = codeOf(error) ?? codeOf(error instanceof Error ? error.cause : null) ?? '';
  const wrong = isOfLogin(code) ? loginAdvice(code, role) : wrongSetting[code];
  if (wrong) return { line: `PostgreSQL refuses (${reason}). ${wrong}`, code: 78 };
  if (code === 'EADDRINUSE' || (code === 'EACCES' && isOfPort(error)))
    return { line: portTaken(error, reason), code: 78 };
  if (missingMigration.test(reason)) return { line: notMigrated, code: 78 };
  if (error instanceof SentLogUnusable)
    return { line: `${reason} Make the folder, and let the server write there.`, code: 78 };
  if (!isDatabaseAway(error)) return null;
  return { line: `PostgreSQL does not answer (${reason}). Is it running, and does DATABASE_URL name it?`, code: 69 };
}

const wrongSetting: Readonly<Record<string, string>> = {
  '3D000': 'Make the database that DATABASE_URL names with createdb, or name another.',
  '42501': 'The login in DATABASE_URL may not do this: migrate once with one that may create databases and roles.',
};

const ofLogin = {
  '28P01': 'Look at user and password in DATABASE_URL.',
  '28000': 'Look at the user in DATABASE_URL, and at pg_hba.conf.',
} as const;

const isOfLogin = (code: string): code is keyof typeof ofLogin => Object.hasOwn(ofLogin, code);

/** Why another for `dev`: it also starts without DATABASE_URL, so there may be nothing to look at. */
const loginAdvice = (code: keyof typeof ofLogin, role: string | null): string =>
  role === 'dev'
    ? 'Set a login that it accepts, such as DATABASE_URL=postgres://user:password@127.0.0.1:5432/postrider_dev; without DATABASE_URL it is your user name and no password.'
    : ofLogin[code];

/** What `pg` says itself when PostgreSQL asks for a password and DATABASE_URL has none. */
const noPassword = /^SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a /;

const needsSession = 'Migrations and backups need a session: set DATABASE_DIRECT_URL to the database itself.';

const notMigrated = 'The database is not migrated to this version. Run the role migrate first, or start the role all.';

/** What a worker looks at first. */
const missingMigration =
  /^(pg-boss (is not installed|database requires migrations)|relation "(worker_pause|sending_resumes)" does not exist)/;

const isOfPort = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && (error.syscall === 'listen' || error.syscall === 'bind');

const portTaken = (error: unknown, reason: string): string => {
  const port = error instanceof Error && 'port' in error ? String(error.port) : 'asked for';
  return `The port ${port} is taken or may not be used (${reason}). Choose another with PORT, METRICS_PORT, INBOUND_PORT, SUBMISSION_PORT or SUBMISSION_TLS_PORT.`;
};

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
