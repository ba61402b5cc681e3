import type { z } from 'zod';
import type { Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import type { Db } from '#platform/db';
import type { Dns } from '#platform/dns';
import type { EventDefinition } from '#platform/events';
import type { Id } from '#platform/ids';
import type { Logger } from '#platform/log';
import type { Outbox } from '#platform/mail';
import type { Metrics } from '#platform/metrics';
import type { EnqueueOptions, TaskDefinition } from '#platform/queue';
import type { References } from '#platform/references';
import type { ProjectRendering } from '#platform/rendering';
import type { SesIdentities } from '#platform/transports';

export type ProjectId = Id<'project'>;

/** A look at the database inside one project: one moment, no writes. */
export interface ProjectReader {
  readonly config: Config;
  readonly db: Db;
  readonly projectId: ProjectId;
  readonly now: Date;
}

/** The key for writing: rows, tasks and news commit together. It cannot reach the outside world. */
export interface ProjectTx extends ProjectReader {
  newId<Kind extends string>(): Id<Kind>;
  enqueue<P extends z.ZodType>(
    task: TaskDefinition<ProjectContext, P> | TaskDefinition<InstanceContext, P>,
    payload: z.input<P>,
    options?: EnqueueOptions,
  ): Promise<void>;
  /** News for the rooms above, heard inside this transaction. */
  emit<News>(event: EventDefinition<News>, ...news: News[]): Promise<void>;
  /** Runs after the commit, for hints that may be lost (waking a spool). Never for work that must happen. */
  afterCommit(hint: () => void): void;
}

interface Common {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly dns: Dns;
  /** Sender domains at the mail provider; null when no relay keeps them. */
  readonly identities: SesIdentities | null;
  /** Aborts when this process stops: whoever only waits for something ends at once. */
  readonly stopping: AbortSignal;
}

/** Who asks, inside one project. It reads, opens transactions and reaches the outside; it cannot write by itself. */
export interface ProjectContext extends Common {
  readonly projectId: ProjectId;
  readonly references: References<ProjectReader>;
  /** Customers' texts, run apart from this process's own loop. */
  readonly rendering: ProjectRendering;
  read<T>(work: (reader: ProjectReader) => Promise<T>): Promise<T>;
  transaction<T>(work: (tx: ProjectTx) => Promise<T>): Promise<T>;
}

/** The same two keys without a project: accounts, projects and team members. Tenant tables fail here. */
export interface InstanceReader {
  readonly db: Db;
  readonly now: Date;
}

export interface InstanceTx extends InstanceReader {
  newId<Kind extends string>(): Id<Kind>;
  enqueue<P extends z.ZodType>(
    task: TaskDefinition<InstanceContext, P>,
    payload: z.input<P>,
    options?: EnqueueOptions,
  ): Promise<void>;
}

export interface InstanceContext extends Common {
  readonly mail: Outbox;
  readonly metrics: Metrics;
  read<T>(work: (reader: InstanceReader) => Promise<T>): Promise<T>;
  transaction<T>(work: (tx: InstanceTx) => Promise<T>): Promise<T>;
  /** Steps into one project. Only for callers that have proven to belong there, and for tasks. */
  inProject(projectId: ProjectId): ProjectContext;
  /** Calls a dispatch function, the only way to see several projects at once. For schedules. */
  dispatch<Row>(name: string, args: readonly (string | number | boolean | null)[]): Promise<Row[]>;
  /** Erases what every room keeps of a project, in batches, top floor first. Safe to repeat. */
  erase(projectId: ProjectId): Promise<void>;
}

/** Deletes a bounded batch of what a room keeps of the project; true while there may be more. */
export type Wipe = (tx: ProjectTx) => Promise<boolean>;
