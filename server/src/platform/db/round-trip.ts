import pg, { type Connection, type PoolClient } from 'pg';
import { serialize } from 'pg-protocol';
import { typeParserOf } from './type-parsers.ts';

export interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
  /** Statements with a name are parsed once per connection. */
  readonly name?: string | undefined;
}

/** For servers behind a pool that keeps no prepared statements. */
export const withoutName = ({ text, values = [] }: Statement): Statement => ({ text, values });

export interface StatementResult {
  readonly rows: Record<string, unknown>[];
  readonly rowCount: number;
  /** As PostgreSQL reports it: `SELECT`, `COMMIT`. */
  readonly command: string;
}

export interface RoundTripOptions {
  /** The property of a row that holds a column. */
  readonly keyOf: (column: string) => string;
  /** Our own timeout; the default of the connection unless given. After it the connection must be closed. */
  readonly timeoutMs?: number | undefined;
}

/**
 * Sends the statements together and waits once: for all results, or for the error of the first statement that failed. PostgreSQL
 * skips those behind it. Outside of a transaction block they are one transaction, which commits when all have succeeded.
 * Why not `pipeline: true` of pg: there every statement ends its own transaction, and runs although the one before it failed.
 */
export function roundTrip(
  client: PoolClient,
  statements: readonly Statement[],
  options: RoundTripOptions,
): Promise<StatementResult[]> {
  return new Promise((resolve, reject) => {
    const trip = new RoundTrip(statements, options, (error, results) =>
      error ? reject(error) : resolve(results ?? []),
    );
    client.query(trip as never); // pg takes any object with `submit` and the handlers below; its types know only its own
  });
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils; // not in pg's types

interface Column {
  readonly key: string;
  readonly parse: (text: string) => unknown;
}

/** The columns of the named statements of each connection: described once, as PostgreSQL never changes them. */
const knownColumns = new WeakMap<ProtocolConnection, Map<string, readonly Column[]>>();

/** The parts of pg's connection that are used here and not all in its types. */
interface ProtocolConnection extends Pick<Connection, 'stream'> {
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
}

type Callback = (error: Error | null, results?: StatementResult[]) => void;

/** A query object of pg: the client calls `submit` when the connection is free, then the handler of each message that arrives. */
class RoundTrip {
  readonly query_timeout: number | undefined;
  callback: Callback; // replaced by the client, to stop its timer
  readonly #statements: readonly Statement[];
  readonly #values: unknown[][];
  readonly #keyOf: (column: string) => string;
  readonly #results: StatementResult[] = [];
  #known = new Map<string, readonly Column[]>();
  #columns: readonly Column[] | undefined;
  #rows: Record<string, unknown>[] = [];
  #unreadable: Error | undefined;

  constructor(statements: readonly Statement[], { keyOf, timeoutMs }: RoundTripOptions, callback: Callback) {
    this.#statements = statements;
    this.#values = statements.map(({ values = [] }) => values.map((value) => prepareValue(value)));
    this.#keyOf = keyOf;
    this.query_timeout = timeoutMs;
    this.callback = callback;
  }

  /** The statement that the server is at; the client notes by it what is parsed, and forgets what has failed. */
  get name(): string | undefined {
    return this.#current?.name;
  }

  get text(): string | undefined {
    return this.#current?.text;
  }

  get #current(): Statement | undefined {
    return this.#statements[this.#results.length];
  }

  submit(connection: ProtocolConnection): null {
    this.#known = knownColumns.get(connection) ?? new Map();
    knownColumns.set(connection, this.#known);
    const messages = this.#statements.flatMap((statement, index) => this.#messagesOf(connection, statement, index));
    // Why one buffer: the system is asked once, and the server wakes up once.
    if (connection.stream.writable) connection.stream.write(Buffer.concat([...messages, serialize.sync()]));
    return null;
  }

  #messagesOf(connection: ProtocolConnection, { name = '', text }: Statement, index: number): Buffer[] {
    const { parsedStatements: parsed, submittedNamedStatements: submitted } = connection;
    const isParsed = name !== '' && (parsed[name] !== undefined || submitted[name] !== undefined);
    if (!isParsed && name !== '') submitted[name] = text;
    return [
      ...(isParsed ? [] : [serialize.parse({ name, text })]),
      serialize.bind({ statement: name, values: this.#values[index] ?? [] }),
      ...(this.#known.has(name) ? [] : [serialize.describe({ type: 'P', name: '' })]),
      serialize.execute({ portal: '', rows: 0 }),
    ];
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ key: this.#keyOf(name), parse: typeParserOf(dataTypeID) }));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#unreadable) return;
    try {
      this.#rows.push(rowOf(fields, this.#columns ?? this.#known.get(this.name ?? '') ?? []));
    } catch (error) {
      this.#unreadable = error as Error; // parsers throw errors
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const { name } = this;
    if (name !== undefined && name !== '' && !this.#known.has(name)) this.#known.set(name, this.#columns ?? []);
    this.#results.push({
      rows: this.#rows,
      rowCount: Number(text.slice(text.lastIndexOf(' ') + 1)) || 0, // `INSERT 0 3`, `COMMIT`
      command: text.split(' ', 1)[0] ?? '',
    });
    this.#columns = undefined;
    this.#rows = [];
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  /** A message from the server, or the end of the connection. Statements behind the failed one were not parsed either. */
  handleError(error: Error, connection: ProtocolConnection | undefined): void {
    for (const { name } of this.#statements.slice(this.#results.length)) {
      if (name !== undefined && connection) delete connection.submittedNamedStatements[name];
    }
    this.callback(error);
  }

  handleReadyForQuery(): void {
    if (this.#unreadable) this.callback(this.#unreadable);
    else this.callback(null, this.#results);
  }
}

function rowOf(fields: readonly (string | null)[], columns: readonly Column[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [index, { key, parse }] of columns.entries()) {
    const text = fields[index];
    row[key] = text === null || text === undefined ? null : parse(text);
  }
  return row;
}
