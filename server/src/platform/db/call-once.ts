import { isOutdatedStatement, isServerAnswer } from './errors.ts';
import type { Database } from './pool.ts';
import { roundTrip, type Statement, withoutName } from './round-trip.ts';
import type { StatementScope } from './transaction-statements.ts';

export interface CallOptions {
  /** Whose share of the connections this uses, where connections are shared. */
  readonly owner?: string;
  /** What it writes may be lost when PostgreSQL crashes: its commit does not wait for the disk. */
  readonly isForgettable?: boolean;
}

type CallArgument = string | number | boolean | null | readonly (string | number | boolean | null)[];

/** A function is asked for them when the call is sent, after the wait for a connection. */
type CallArguments = readonly CallArgument[] | (() => readonly CallArgument[]);

const scope = `select set_config('role', $1, true), set_config('app.project', '', true), set_config('statement_timeout', '10s', true)`;
const forgettableScope = `${scope}, set_config('synchronous_commit', 'off', true)`;

/**
 * Calls one function of the database in a transaction of its own, in a single round trip: the statements of one are a transaction,
 * which commits when they have succeeded.
 */
export async function callOnce<Row>(
  database: Database,
  role: StatementScope['role'],
  name: string,
  args: CallArguments,
  options: CallOptions = {},
): Promise<Row[]> {
  try {
    return await tryCall(database, role, name, args, options);
  } catch (error) {
    if (!isOutdatedStatement(error)) throw error;
    return await tryCall(database, role, name, args, options);
  }
}

async function tryCall<Row>(
  database: Database,
  role: StatementScope['role'],
  name: string,
  args: CallArguments,
  { owner, isForgettable = false }: CallOptions,
): Promise<Row[]> {
  const client = await database.connect(owner === undefined ? undefined : { owner });
  try {
    const values = typeof args === 'function' ? args() : args;
    const marks = values.map((_value, index) => `$${index + 1}`).join(', ');
    const statements: Statement[] = [
      isForgettable
        ? { name: 'scope_of_forgettable_call', text: forgettableScope, values: [role] }
        : { name: 'scope_of_call', text: scope, values: [role] },
      { name: `call_${name}_${values.length}`, text: `select * from ${name}(${marks})`, values },
    ];
    const sent = database.usesPreparedStatements ? statements : statements.map(withoutName);
    const [, result] = await roundTrip(client, sent, { keyOf: (column) => column, timeoutMs: database.quickMs });
    database.noteAnswer(client);
    database.release(client);
    return (result?.rows ?? []) as Row[]; // the caller's type names the function's columns
  } catch (error) {
    // Why: an answer of the server ends the transaction, and the connection is as good as before.
    database.release(client, isServerAnswer(error) && !isOutdatedStatement(error) ? undefined : error);
    throw error;
  }
}
