import type { QueryConfig } from 'pg';

/**
 * Our own timeouts for every connection: a server that is lost silently (its machine, a firewall) never replies and never
 * closes the connection. Each is a little above the server's own limit, so that its error comes first.
 * Idle connections are probed after 10 s, then once a second; after 10 probes without a reply they are closed.
 */
export const limits = {
  connectionTimeoutMillis: 10_000,
  query_timeout: 35_000, // statement_timeout is 30 s
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} as const;

/** For short statements: the begin of a transaction, a single call (its statement_timeout is 10 s). */
export const quickMs = 12_000;

/** A connection that was silent for longer is tried with a short statement first. */
export const silentMs = 5_000;

/** For the rollback of failed work: after that the connection is closed, which rolls back as well. */
export const rollbackMs = 3_000;

/** A query with a timeout of its own. After a timeout the connection is unusable and must be closed. */
export const withTimeout = (milliseconds: number, text: string): QueryConfig => ({
  text,
  ...{ query_timeout: milliseconds },
}); // pg's types do not know it
