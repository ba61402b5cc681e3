import { withTimeout } from './limits.ts';
import type { Database } from './pool.ts';
import type { TransactionScope } from './transaction.ts';

export interface CallOptions {
  /** Whose share of the connections this uses, where connections are shared. */
  readonly owner?: string;
  /** What it writes may be lost when PostgreSQL crashes: its commit does not wait for the disk. */
  readonly isForgettable?: boolean;
}

/**
 * Calls one function of the database in a transaction of its own, in a single round trip.
 * Why: every request does this before its body is read, so begin, role, call and commit are sent as one message.
 * Arguments are quoted as literals; the function's own plan is cached by the server.
 */
export async function callOnce<Row>(
  database: Database,
  role: TransactionScope['role'],
  name: string,
  args: readonly (string | number | boolean | null)[],
  { owner, isForgettable = false }: CallOptions = {},
): Promise<Row[]> {
  const client = await database.connect(owner === undefined ? undefined : { owner });
  try {
    const text =
      `begin; select set_config('role', '${role}', true), set_config('app.project', '', true),` +
      ` set_config('statement_timeout', '10s', true)${isForgettable ? `, ${commitsAtOnce}` : ''}; select * from ${name}(${args.map(literal).join(', ')}); commit`;
    const results: unknown = await client.query(withTimeout(database.quickMs, text));
    database.release(client);
    return (results as { rows: Row[] }[])[2]?.rows ?? []; // one result per statement; the third is the call
  } catch (error) {
    database.release(client, error);
    throw error;
  }
}

const commitsAtOnce = `set_config('synchronous_commit', 'off', true)`;

function literal(value: string | number | boolean | null): string {
  if (value === null) return 'null';
  if (typeof value !== 'string') return String(value);
  if (value.includes('\0')) throw new Error('text for the database holds a zero byte');
  return value.includes('\\')
    ? ` E'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
    : `'${value.replaceAll("'", "''")}'`;
}
