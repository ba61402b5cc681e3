import type { PoolClient } from 'pg';
import { columnKey } from './camel-case.ts';
import type { Database } from './pool.ts';
import { entranceLock, lookAtMark } from './project-entrance.ts';
import { roundTrip, type Statement, type StatementResult, withoutName } from './round-trip.ts';

/** The role of a transaction, and the project it is restricted to. */
export interface StatementScope {
  readonly role: 'postrider_app' | 'postrider_worker';
  /** A uuid, or null for tables without a project; tenant tables then fail. */
  readonly projectId: string | null;
  readonly isReadOnly: boolean;
  /** A write is refused when it opens while the data of this project is being erased, or when the project is gone. */
  readonly entersProject?: string | null | undefined;
  /** The longest statement; 30 s unless given. */
  readonly statementSeconds?: number | undefined;
}

/** Settings of PostgreSQL that a transaction may change for its own statements. */
export type Settings = Partial<Record<'statement_timeout' | 'work_mem' | 'jit' | 'enable_seqscan', string>>;

interface Queued {
  readonly statement: Statement;
  /** Nobody waits for it: nothing is sent for it alone. */
  readonly isLater: boolean;
  readonly resolve: (result: StatementResult) => void;
  readonly reject: (error: unknown) => void;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const begin: Statement = { name: 'begin', text: 'begin' };
const commit: Statement = { name: 'commit', text: 'commit' };

const scopeText = (more: string): string =>
  `select set_config('role', $1, true), set_config('app.project', $2, true), set_config('statement_timeout', $3, true), ` +
  `${more}, floor(extract(epoch from now()) * 1000)::text as ms`;

const idleLimit = `set_config('idle_in_transaction_session_timeout', '30s', true)`;
const scopeOfWrites = scopeText(idleLimit);
const scopeOfEntering = scopeText(`${idleLimit}, ${entranceLock}`);
const scopeOfReads = scopeText(`set_config('transaction_read_only', 'on', true)`);

/**
 * The statements of one transaction on one connection, in as few round trips as their order allows: BEGIN and the scope go with the
 * first statement, statements that are asked for at the same time go together, and those that nobody waits for go with the next
 * one or with COMMIT.
 *
 * A read needs no BEGIN: each of its round trips is a read-only transaction of its own. That is what READ COMMITTED means for a
 * reader anyway: each statement sees what was committed before it began.
 */
export class TransactionStatements {
  readonly client: PoolClient;
  readonly #database: Database;
  readonly #scope: StatementScope;
  #queue: Queued[] = [];
  /** Repeated in every round trip of a read. */
  #settings: Statement[] = [];
  #timeoutMs: number | undefined;
  #now: Date | undefined;
  #wasAskedTooEarly = false;
  #isOpen = false;
  #hasEnded = false;
  #isScheduled = false;
  #underWay: Promise<unknown> | undefined;

  constructor(database: Database, client: PoolClient, scope: StatementScope) {
    const { projectId } = scope;
    if (projectId !== null && !uuid.test(projectId)) throw new Error('a scope needs a uuid or no project');
    this.#database = database;
    this.client = client;
    this.#scope = scope;
  }

  /** A name for a statement that is repeated on connections of this pool. */
  nameOf(text: string): string | undefined {
    return this.#database.nameStatement(text);
  }

  /** The transaction's moment by the database clock, cut to milliseconds. Known from the first answer on. */
  get now(): Date {
    if (this.#now) return this.#now;
    this.#wasAskedTooEarly = true;
    throw new MomentUnknown();
  }

  /** The work has asked for the moment too early: it must begin again. */
  get mustRestart(): boolean {
    return this.#wasAskedTooEarly;
  }

  /** The server may be inside a transaction that only ROLLBACK ends. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  execute(statement: Statement): Promise<StatementResult> {
    if (this.#hasEnded) return Promise.reject(new Error('The transaction has ended.'));
    const { promise, resolve, reject } = Promise.withResolvers<StatementResult>();
    this.#queue.push({ statement, isLater: false, resolve, reject });
    this.#schedule();
    return promise;
  }

  /** Sends a write with the next statement or with COMMIT; if it fails, so does what it is sent with. */
  writeLater(statement: Statement, onResult: (result: StatementResult) => void = () => {}): void {
    if (this.#hasEnded) throw new Error('The transaction has ended.');
    if (this.#scope.isReadOnly) throw new Error('a read writes nothing');
    this.#queue.push({ statement, isLater: true, resolve: onResult, reject: () => {} });
  }

  /** Holds for the statements that follow. `timeoutMs`: our own timeout for them. */
  applySettings(settings: Settings, timeoutMs?: number): void {
    const entries = Object.entries(settings);
    const calls = entries.map((_entry, index) => `set_config($${index * 2 + 1}, $${index * 2 + 2}, true)`);
    const statement = {
      name: `settings_${entries.length}`,
      text: `select ${calls.join(', ')}`,
      values: entries.flat(),
    };
    this.#timeoutMs = timeoutMs ?? this.#timeoutMs;
    if (this.#scope.isReadOnly) this.#settings.push(statement);
    else this.writeLater(statement);
  }

  /** Sends what has to be sent before the first statement, and waits for the answer. */
  async begin(timeoutMs?: number): Promise<void> {
    await this.#send([], { timeoutMs });
  }

  /** Nothing of what was done remains, and what its work still asks for is refused. The connection may begin another one. */
  async abandon(): Promise<void> {
    this.#hasEnded = true;
    this.#queue = []; // the work was stopped: nobody waits for these
    await this.#underWay;
    if (this.#isOpen) await roundTrip(this.client, [{ text: 'rollback' }], { keyOf: columnKey });
    this.#isOpen = false;
  }

  /** Sends what was left for later, and waits for the answer. */
  async sendNow(): Promise<void> {
    await this.#underWay;
    if (this.#queue.length > 0) await this.#send(this.#queue.splice(0));
  }

  /** Sends what is left and, after writes, COMMIT. Returns the command that PostgreSQL reports. */
  async commit(): Promise<string> {
    await this.#underWay;
    this.#hasEnded = true;
    const queue = this.#queue.splice(0);
    const isCommitted = this.#isOpen || (queue.length > 0 && !this.#scope.isReadOnly);
    if (!isCommitted && queue.length === 0) return 'COMMIT'; // nothing was ever sent
    const last = await this.#send(queue, { isLast: isCommitted });
    return isCommitted ? (last?.command ?? '') : 'COMMIT';
  }

  end(): void {
    this.#hasEnded = true;
    for (const { reject } of this.#queue.splice(0)) reject(new Error('The transaction has ended.'));
  }

  // Why in the next tick: what the same code asks for at once (`Promise.all`) is there by then.
  #schedule(): void {
    if (this.#isScheduled || this.#underWay) return;
    this.#isScheduled = true;
    process.nextTick(() => {
      this.#isScheduled = false;
      const queue = this.#queue.splice(0);
      if (queue.length > 0) this.#send(queue).catch(() => {}); // each statement is told its own error
    });
  }

  async #send(queue: readonly Queued[], options: SendOptions = {}): Promise<StatementResult | undefined> {
    const trip = this.#trip(queue, options);
    this.#underWay = trip.catch(() => {});
    try {
      return await trip;
    } finally {
      this.#underWay = undefined;
      if (this.#queue.some(({ isLater }) => !isLater)) this.#schedule();
    }
  }

  async #trip(
    queue: readonly Queued[],
    { isLast = false, timeoutMs }: SendOptions,
  ): Promise<StatementResult | undefined> {
    const before = this.#before();
    const statements = [...before, ...queue.map(({ statement }) => statement), ...(isLast ? [commit] : [])];
    const sent = this.#database.usesPreparedStatements ? statements : statements.map(withoutName);
    const isWrite = !this.#scope.isReadOnly;
    try {
      this.#isOpen = isWrite;
      const options = { keyOf: columnKey, timeoutMs: timeoutMs ?? this.#timeoutMs };
      const results = await roundTrip(this.client, sent, options);
      this.#database.noteAnswer(this.client);
      this.#isOpen = isWrite && !isLast;
      if (before.length > 0) this.#now ??= momentOf(results[isWrite ? 1 : 0]);
      for (const [index, { resolve }] of queue.entries()) {
        const result = results[before.length + index];
        if (result) resolve(result);
      }
      return results.at(-1);
    } catch (error) {
      for (const { reject } of queue) reject(error);
      throw error;
    }
  }

  #before(): Statement[] {
    const { role, projectId, isReadOnly, entersProject, statementSeconds = 30 } = this.#scope;
    const values = [role, projectId ?? '', `${statementSeconds}s`];
    if (isReadOnly) return [{ name: 'scope_of_reads', text: scopeOfReads, values }, ...this.#settings];
    if (this.#isOpen) return [];
    if (!entersProject) return [begin, { name: 'scope_of_writes', text: scopeOfWrites, values }];
    const entering = { name: 'scope_of_entering', text: scopeOfEntering, values: [...values, entersProject] };
    return [begin, entering, lookAtMark(entersProject)];
  }
}

interface SendOptions {
  readonly isLast?: boolean;
  readonly timeoutMs?: number | undefined;
}

const momentOf = (scope: StatementResult | undefined): Date => new Date(Number(scope?.rows[0]?.ms));

/** Asked for a moment that no answer has brought yet. The work is repeated and finds it. */
export class MomentUnknown extends Error {
  override readonly name = 'MomentUnknown';
}
