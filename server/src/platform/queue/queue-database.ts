import { Pool, type PoolClient, type QueryResult } from 'pg';
import { limits, roundTrip } from '#platform/db';
import type { Logger } from '#platform/log';

export interface QueueDatabaseOptions {
  readonly url: string;
  readonly poolSize: number;
  readonly log: Logger;
}

/** What the queue library needs of a database. */
interface QueueDatabase {
  // biome-ignore lint/suspicious/noExplicitAny: the type of the library
  executeSql(text: string, values?: unknown[]): Promise<{ rows: any[] }>;
  close(): Promise<void>;
}

// Why a short idle time: after a silent loss each idle connection costs its next user the whole limit.
const connectionLimits = { ...limits, query_timeout: 20_000, idleTimeoutMillis: 10_000 };

const takeRole = `select set_config('role', 'postrider_worker', true)`;

/**
 * Runs the statements of the queue library with the role of workers, each call as one transaction.
 * Why not a role of the session: behind a pooler in transaction mode the session goes to others after each transaction, and the
 * pooler refuses the start-up option that would set it.
 */
export function openQueueDatabase({ url, poolSize, log }: QueueDatabaseOptions): QueueDatabase {
  const pool = new Pool({
    connectionString: url,
    application_name: 'postrider-queue',
    max: poolSize,
    ...connectionLimits,
  });
  pool.on('error', (error) => log.warn({ error }, 'queue connection lost'));
  // Why: the pool listens to idle connections only, and an error without a listener would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  let closed: Promise<void> | undefined;
  return {
    async executeSql(text, values = []) {
      const client = await pool.connect();
      try {
        const result = await (values.length > 0 ? runOne(client, text, values) : runAll(client, text));
        client.release();
        return result;
      } catch (error) {
        client.release(true); // it may be inside a transaction that has failed
        throw error;
      }
    },
    close: () => (closed ??= pool.end()),
  };
}

async function runOne(client: PoolClient, text: string, values: unknown[]): Promise<{ rows: unknown[] }> {
  const [, result] = await roundTrip(client, [{ text: takeRole }, { text, values }], { keyOf: (column) => column });
  return { rows: result?.rows ?? [] };
}

/** Without values a text may have several statements, also BEGIN and COMMIT, which then end the same transaction. */
async function runAll(client: PoolClient, text: string): Promise<{ rows: unknown[] }> {
  // pg returns a list for a text of several statements; its types know only one result.
  const [, ...results] = (await client.query(`${takeRole};\n${text}`)) as unknown as QueryResult[];
  return { rows: results.flatMap(({ rows }) => rows) };
}
