import type { PoolClient } from 'pg';
import type { Patience } from '#platform/shares';
import { dbOf } from './client-dialect.ts';
import { CommitUnknown, isReadOnly, isServerAnswer, isTimeOut } from './errors.ts';
import type { Db } from './index.ts';
import { rollbackMs, within } from './limits.ts';
import type { Database } from './pool.ts';

/** Which role a transaction takes, and the project it is confined to. */
export interface Door {
  role: 'postrider_app' | 'postrider_worker';
  /** A uuid, or null for tables without a project; tenant tables then fail. */
  projectId: string | null;
  isReadOnly: boolean;
  /** How long to wait for a connection; as long as the database says unless given. */
  patience?: Patience | undefined;
  /** The longest statement; 30 s unless given. */
  statementSeconds?: number | undefined;
}

export interface OpenTransaction {
  readonly db: Db;
  readonly client: PoolClient;
  /** The transaction's moment by the database clock, cut to milliseconds. */
  readonly now: Date;
  commit(): Promise<void>;
  /** After `reason`, an error of the work. */
  rollback(reason?: unknown): Promise<void>;
}

/** Opens a transaction with role, project and deadlines local to it, in one round trip. */
export async function openTransaction(database: Database, door: Door): Promise<OpenTransaction> {
  const client = await database.connect({ owner: door.projectId, patience: door.patience });
  try {
    const now = await begin(client, door, database.quickMs);
    return { db: dbOf(client, database.usesPreparedStatements), client, now, ...ending(database, client) };
  } catch (error) {
    database.release(client, error);
    throw error;
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function begin(client: PoolClient, door: Door, quickMs: number): Promise<Date> {
  if (door.projectId !== null && !uuid.test(door.projectId)) throw new Error('a door needs a uuid or no project');
  // Why: written as text, not parameters, so that BEGIN and the settings are one message. The project is a checked uuid.
  const text =
    `begin${door.isReadOnly ? ' read only' : ''}; select set_config('role', '${door.role}', true),` +
    ` set_config('app.project', '${door.projectId ?? ''}', true), set_config('statement_timeout', '${door.statementSeconds ?? 30}s', true),` +
    ` set_config('idle_in_transaction_session_timeout', '30s', true), floor(extract(epoch from now()) * 1000)::text as ms`;
  const results: unknown = await client.query(within(quickMs, text));
  const [, settings] = results as { rows: { ms: string }[] }[]; // two statements give two results
  return new Date(Number(settings?.rows[0]?.ms));
}

function ending(database: Database, client: PoolClient): Pick<OpenTransaction, 'commit' | 'rollback'> {
  return {
    async commit() {
      const answer = await client.query('commit').catch((error: unknown) => {
        database.release(client, error);
        throw isServerAnswer(error) ? error : new CommitUnknown(error);
      });
      database.release(client);
      // Why: COMMIT of a failed transaction answers ROLLBACK without an error.
      if (answer.command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back.');
    },
    async rollback(reason) {
      try {
        // Nobody will hear it: a link that went silent, or a server that is not the one to write.
        if (isTimeOut(reason) || isReadOnly(reason)) throw reason;
        await client.query(within(rollbackMs, 'rollback'));
        database.release(client);
      } catch (error) {
        database.release(client, error);
      }
    },
  };
}
