import type { Config } from './load.ts';

type DatabaseSettings = Pick<Config, 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_PREPARED_STATEMENTS'>;

/** For work that needs one session for longer than a transaction: migrations, backups. */
export const sessionUrlOf = ({ DATABASE_DIRECT_URL, DATABASE_URL }: DatabaseSettings): string =>
  DATABASE_DIRECT_URL ?? DATABASE_URL;

/**
 * Where notifications can be received; null where they would be lost.
 * Why not behind a pooler in transaction mode: it passes a connection to other clients after each transaction.
 */
export const listenUrlOf = ({
  DATABASE_DIRECT_URL,
  DATABASE_PREPARED_STATEMENTS,
  DATABASE_URL,
}: DatabaseSettings): string | null => DATABASE_DIRECT_URL ?? (DATABASE_PREPARED_STATEMENTS ? DATABASE_URL : null);
