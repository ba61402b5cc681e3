import type { z } from 'zod';
import type { Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import type { Db, ReadDb } from '#platform/db';
import type { Dns } from '#platform/dns';
import type { FileStore } from '#platform/files';
import type { Id } from '#platform/ids';
import type { Logger } from '#platform/log';
import type { Outbox } from '#platform/mail';
import type { Metrics } from '#platform/metrics';
import type { Payments } from '#platform/payments';
import type { EnqueueOptions, TaskDefinition } from '#platform/queue';
import type { References } from '#platform/references';
import type { ProjectRendering } from '#platform/rendering';
import type { ActiveListeners, SignalDefinition } from '#platform/signals';
import type { SesIdentities } from '#platform/transports';
import type { ResultAfterCommit } from './result-after-commit.ts';

export type ProjectId = Id<'project'>;

/** The request that work follows from, for records of who asked for it. */
export interface RequestOrigin {
  readonly requestId: string;
  /** Null: nobody who has signed in or has a key, such as a recipient who followed a link. */
  readonly caller: 'key' | 'public-key' | 'user' | null;
  readonly userId: string | null;
}

/** Read access to the database inside one project: one snapshot, no writes. */
export interface ProjectReader {
  readonly config: Config;
  readonly db: ReadDb;
  readonly projectId: ProjectId;
  readonly now: Date;
}

/** Write access: rows, tasks and signals commit together. It has no access to external services. */
export interface ProjectTx extends ProjectReader {
  readonly db: Db;
  /** Null: no request asked for it, as for incoming mail and what the passing of time brings. */
  readonly origin: RequestOrigin | null;
  newId<Kind extends string>(): Id<Kind>;
  enqueue<P extends z.ZodType>(
    task: TaskDefinition<ProjectContext, P> | TaskDefinition<InstanceContext, P>,
    payload: z.input<P>,
    options?: EnqueueOptions,
  ): Promise<void>;
  /** Signals for the features above, whose listeners run inside this transaction. */
  emit<Payload>(signal: SignalDefinition<Payload>, ...payloads: Payload[]): Promise<void>;
  /**
   * Asks which listeners have something to do in this project, so that `emitTo` leaves out the others and their statements. Ask after
   * the locks that keep the answer true: what comes to listen later in this transaction is left out.
   */
  findListeners<Payload>(signal: SignalDefinition<Payload>): Promise<ActiveListeners<Payload>>;
  emitTo<Payload>(listeners: ActiveListeners<Payload>, ...payloads: Payload[]): Promise<void>;
  /** Runs after the commit, for hints that may be lost (waking a spool). Never for work that must happen. */
  afterCommit(hint: () => void): void;
}

interface ContextBase {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly dns: Dns;
  /** Sender domains at the mail provider; null when no relay keeps them. */
  readonly identities: SesIdentities | null;
  /** Where files are kept; null when they are in the database, or nowhere. */
  readonly files: FileStore | null;
  /** The payment provider; null when nobody pays. */
  readonly payments: Payments | null;
  /** Aborts when this process stops: code that only waits for something returns at once. */
  readonly stopping: AbortSignal;
}

/** The context of work inside one project. It reads, opens transactions and calls external services; writes need a transaction. */
export interface ProjectContext extends ContextBase {
  readonly projectId: ProjectId;
  readonly references: References<ProjectReader>;
  /** Renders customers' templates outside of this process's event loop. */
  readonly rendering: ProjectRendering;
  /** The same context for work that an earlier request asked for. */
  onBehalfOf(origin: RequestOrigin | null): ProjectContext;
  read<T>(work: (reader: ProjectReader) => Promise<T>): Promise<T>;
  transaction<T>(work: (tx: ProjectTx) => Promise<T | ResultAfterCommit<T>>): Promise<T>;
}

/** Read access without a project: accounts, projects and team members. Tenant tables fail here. */
export interface InstanceReader {
  readonly db: ReadDb;
  readonly now: Date;
}

export interface InstanceTx extends InstanceReader {
  readonly db: Db;
  newId<Kind extends string>(): Id<Kind>;
  enqueue<P extends z.ZodType>(
    task: TaskDefinition<InstanceContext, P>,
    payload: z.input<P>,
    options?: EnqueueOptions,
  ): Promise<void>;
}

export interface InstanceContext extends ContextBase {
  readonly mail: Outbox;
  readonly metrics: Metrics;
  read<T>(work: (reader: InstanceReader) => Promise<T>): Promise<T>;
  transaction<T>(work: (tx: InstanceTx) => Promise<T>): Promise<T>;
  /** A context inside one project. Only for callers that have proven to belong there, and for tasks. */
  inProject(projectId: ProjectId): ProjectContext;
  /** Calls a dispatch function, the only way to read several projects at once. For schedules. */
  dispatch<Row>(name: string, args: readonly (string | number | boolean | null)[]): Promise<Row[]>;
  /**
   * Erases what the features store of a project whose mark is set, in batches, highest layer first; before that it waits for the
   * transactions that have opened without seeing the mark. Safe to repeat, also at the same time. Throws when
   * the process stops.
   */
  wipeProject(projectId: ProjectId, rules: WipeRules): Promise<void>;
}

/** Deletes a bounded batch of what a feature stores of the project; returns true while there may be more. */
export type Wipe = (tx: ProjectTx) => Promise<boolean>;

/** What a feature erases of a project: two lists (D-1151). */
export interface ProjectWipes {
  /** When the project is reset or deleted. */
  readonly wipe?: Wipe | undefined;
  /** What a reset keeps; only when the project is deleted. */
  readonly wipeKept?: Wipe | undefined;
}

export interface WipeRules {
  /** Also erases what a reset keeps. */
  readonly isDeletion: boolean;
  /** Called in each transaction: false when another run has erased the project meanwhile, so that nothing newer is erased. */
  holds(tx: ProjectTx): Promise<boolean>;
  /** The last transaction, when everything is erased. */
  close(tx: ProjectTx): Promise<void>;
}
