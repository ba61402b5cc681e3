import type { Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import { allowSeconds, awaitEntered, callOnce, type Database, type OpenTransaction } from '#platform/db';
import type { SharedDns } from '#platform/dns';
import type { FileStore } from '#platform/files';
import { newId } from '#platform/ids';
import type { Logger } from '#platform/log';
import type { Outbox } from '#platform/mail';
import type { Metrics } from '#platform/metrics';
import type { ChangeNotices } from '#platform/notifications';
import type { Payments } from '#platform/payments';
import type { Queue } from '#platform/queue';
import type { References } from '#platform/references';
import { type Rendering, renderingFor } from '#platform/rendering';
import type { Signals } from '#platform/signals';
import type { SesIdentities } from '#platform/transports';
import type {
  InstanceContext,
  InstanceReader,
  InstanceTx,
  ProjectContext,
  ProjectId,
  ProjectReader,
  ProjectTx,
  ProjectWipes,
  RequestOrigin,
  WipeRules,
} from './context.ts';
import { backgroundTimeouts, type ContextTimeouts, scopeFor } from './context-timeouts.ts';
import { findListeners } from './find-listeners.ts';
import { inTransaction } from './in-transaction.ts';

export interface Services {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  /** Where projects' rows are read and written; each project has a share of its connections. */
  readonly database: Database;
  /** For identifying and counting requests: connections that no project's work can occupy. */
  readonly entryDatabase: Database;
  /** Where dispatch functions are called. */
  readonly dispatchDatabase: Database;
  readonly queue: Queue;
  /** Told of every transaction of a project that has committed. */
  readonly changes: Pick<ChangeNotices, 'note'>;
  readonly signals: Signals<ProjectTx>;
  readonly references: References<ProjectReader>;
  readonly mail: Outbox;
  readonly dns: SharedDns;
  readonly identities: SesIdentities | null;
  readonly files: FileStore | null;
  readonly payments: Payments | null;
  readonly metrics: Metrics;
  readonly rendering: Rendering;
  /** Aborts when this process has begun to stop and its ports close. */
  readonly stopping: AbortSignal;
  /** Of the features that store something of a project, lowest layer first. */
  readonly wipes: readonly ProjectWipes[];
}

/** A context inside one project. */
export const projectContext = (
  services: Services,
  projectId: ProjectId,
  log: Logger = services.log,
  timeouts: ContextTimeouts = backgroundTimeouts,
  origin: RequestOrigin | null = null,
): ProjectContext => contextWith(services, projectId, log, scopeFor(projectId, timeouts), origin);

function contextWith(
  services: Services,
  projectId: ProjectId,
  log: Logger,
  scope: ReturnType<typeof scopeFor>,
  origin: RequestOrigin | null,
): ProjectContext {
  const { config, clock, dns, identities, files, payments, stopping, references, database } = services;
  return {
    config,
    clock,
    log,
    dns: dns.forProject(projectId),
    identities,
    files,
    payments,
    stopping,
    projectId,
    references,
    rendering: renderingFor(services.rendering, projectId),
    onBehalfOf: (other) => contextWith(services, projectId, log, scope, other),
    read: (work) => inTransaction(database, scope(true), (open) => work(projectReader(config, projectId, open))),
    transaction: (work) =>
      inTransaction(database, scope(false), (open, afterCommit) => {
        afterCommit(() => services.changes.note(projectId));
        return work(projectTx(services, { projectId, origin }, open, afterCommit));
      }),
  };
}

/** A context without a project; tenant tables fail in its transactions. `about`: the project in the path of a team member's request. */
export function instanceContext(
  services: Services,
  log: Logger = services.log,
  timeouts: ContextTimeouts = backgroundTimeouts,
  about: ProjectId | null = null,
  origin: RequestOrigin | null = null,
): InstanceContext {
  const { config, clock, dns, identities, files, payments, stopping, mail, metrics, database } = services;
  const scope = scopeFor(null, timeouts, about);
  return {
    config,
    clock,
    log,
    dns,
    identities,
    files,
    payments,
    stopping,
    mail,
    metrics,
    read: (work) => inTransaction(database, scope(true), (open) => work(instanceReader(open))),
    transaction: (work) => inTransaction(database, scope(false), (open) => work(instanceTx(services, open))),
    inProject: (projectId) => projectContext(services, projectId, log, timeouts, origin),
    dispatch: (name, args) => callOnce(services.dispatchDatabase, 'postrider_worker', name, args),
    wipeProject: (projectId, rules) => wipeProject(services, projectId, log, rules),
  };
}

/** For each statement of an erasure: a page of large rows with many indexes takes long, and would be begun again for ever. */
const wipeSeconds = 300;

/** Its own transactions do not look at the mark. Throws when the process stops, so that its task is repeated. */
async function wipeProject(services: Services, projectId: ProjectId, log: Logger, rules: WipeRules): Promise<void> {
  await awaitEntered(services.database, projectId);
  const ctx = contextWith(services, projectId, log, scopeFor(projectId, backgroundTimeouts, null), null);
  const guarded = <T>(work: (tx: ProjectTx) => Promise<T>): Promise<T | null> =>
    ctx.transaction(async (tx) => {
      services.stopping.throwIfAborted();
      allowSeconds(tx.db, wipeSeconds);
      return (await rules.holds(tx)) ? work(tx) : null;
    });
  const wipes = services.wipes
    .toReversed()
    .flatMap(({ wipe, wipeKept }) => [wipe, rules.isDeletion ? wipeKept : undefined]);
  for (const wipe of wipes) {
    while (wipe && (await guarded(wipe)));
  }
  await guarded(rules.close);
}

// `now` is asked of the transaction each time: it is known from its first answer on.

const projectReader = (config: Config, projectId: ProjectId, open: OpenTransaction): ProjectReader => ({
  config,
  db: open.db,
  projectId,
  get now() {
    return open.now;
  },
});

const instanceReader = (open: OpenTransaction): InstanceReader => ({
  db: open.db,
  get now() {
    return open.now;
  },
});

function projectTx(
  services: Services,
  { projectId, origin }: Pick<ProjectTx, 'projectId' | 'origin'>,
  open: OpenTransaction,
  afterCommit: (hint: () => void) => void,
): ProjectTx {
  const tx: ProjectTx = {
    config: services.config,
    db: open.db,
    projectId,
    origin,
    get now() {
      return open.now;
    },
    newId,
    enqueue: (task, payload, options) => services.queue.enqueue(open.db, task, projectId, payload, options),
    emit: (signal, ...payloads) => services.signals.emit(tx, signal, payloads),
    findListeners: (signal) => findListeners(services.signals, tx, signal),
    emitTo: (listeners, ...payloads) => services.signals.emitTo(tx, listeners, payloads),
    afterCommit,
  };
  return tx;
}

const instanceTx = (services: Services, open: OpenTransaction): InstanceTx => ({
  db: open.db,
  get now() {
    return open.now;
  },
  newId,
  enqueue: (task, payload, options) => services.queue.enqueue(open.db, task, null, payload, options),
});
