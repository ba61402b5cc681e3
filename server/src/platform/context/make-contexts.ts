import type { Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import { callOnce, type Database, type OpenTransaction } from '#platform/db';
import type { SharedDns } from '#platform/dns';
import { newId } from '#platform/ids';
import type { Logger } from '#platform/log';
import type { Outbox } from '#platform/mail';
import type { Metrics } from '#platform/metrics';
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
  Wipe,
} from './context.ts';
import { backgroundTimeouts, type ContextTimeouts, scopeFor } from './context-timeouts.ts';
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
  readonly signals: Signals<ProjectTx>;
  readonly references: References<ProjectReader>;
  readonly mail: Outbox;
  readonly dns: SharedDns;
  readonly identities: SesIdentities | null;
  readonly metrics: Metrics;
  readonly rendering: Rendering;
  /** Aborts when this process has begun to stop and its ports close. */
  readonly stopping: AbortSignal;
  /** One per feature that stores something of a project, lowest layer first. */
  readonly wipes: readonly Wipe[];
}

/** A context inside one project. */
export function projectContext(
  services: Services,
  projectId: ProjectId,
  log: Logger = services.log,
  timeouts: ContextTimeouts = backgroundTimeouts,
): ProjectContext {
  const { config, clock, dns, identities, stopping, references, database } = services;
  const scope = scopeFor(projectId, timeouts);
  return {
    config,
    clock,
    log,
    dns: dns.forProject(projectId),
    identities,
    stopping,
    projectId,
    references,
    rendering: renderingFor(services.rendering, projectId),
    read: (work) => inTransaction(database, scope(true), (open) => work(projectReader(config, projectId, open))),
    transaction: (work) =>
      inTransaction(database, scope(false), (open, afterCommit) =>
        work(projectTx(services, projectId, open, afterCommit)),
      ),
  };
}

/** A context without a project; tenant tables fail in its transactions. */
export function instanceContext(
  services: Services,
  log: Logger = services.log,
  timeouts: ContextTimeouts = backgroundTimeouts,
): InstanceContext {
  const { config, clock, dns, identities, stopping, mail, metrics, database } = services;
  const scope = scopeFor(null, timeouts);
  return {
    config,
    clock,
    log,
    dns,
    identities,
    stopping,
    mail,
    metrics,
    read: (work) => inTransaction(database, scope(true), (open) => work(instanceReader(open))),
    transaction: (work) => inTransaction(database, scope(false), (open) => work(instanceTx(services, open))),
    inProject: (projectId) => projectContext(services, projectId, log, timeouts),
    dispatch: (name, args) => callOnce(services.dispatchDatabase, 'postrider_worker', name, args),
    erase: (projectId) => erase(services, projectContext(services, projectId, log)),
  };
}

async function erase(services: Services, ctx: ProjectContext): Promise<void> {
  for (const wipe of services.wipes.toReversed()) {
    while (await ctx.transaction(wipe));
  }
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
  projectId: ProjectId,
  open: OpenTransaction,
  afterCommit: (hint: () => void) => void,
): ProjectTx {
  const tx: ProjectTx = {
    config: services.config,
    db: open.db,
    projectId,
    get now() {
      return open.now;
    },
    newId,
    enqueue: (task, payload, options) => services.queue.enqueue(open.db, task, projectId, payload, options),
    emit: (signal, ...payloads) => services.signals.emit(tx, signal, payloads),
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
