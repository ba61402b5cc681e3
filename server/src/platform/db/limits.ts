import type { QueryConfig } from 'pg';

/**
 * Time limits of ours for every connection: a server that is lost without a word (its machine, a firewall) never answers
 * and never hangs up. Each is a little above what the server allows itself, so that its own word comes first.
 * Idle links are asked after 10 s, then once a second; after 10 questions without an answer they are closed.
 */
export const limits = {
  connectionTimeoutMillis: 10_000,
  query_timeout: 35_000, // statement_timeout is 30 s
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} as const;

/** For what must be quick: the begin of a transaction, a single call (its statement_timeout is 10 s). */
export const quickMs = 12_000;

/** For the end of what has failed: after that the connection is closed, which undoes the work as well. */
export const rollbackMs = 3_000;

/** A query with a limit of its own. After it the connection is of no use and must be closed. */
export const within = (milliseconds: number, text: string): QueryConfig => ({
  text,
  ...{ query_timeout: milliseconds },
}); // pg's types do not know it
