import type { Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import type { Database, OpenTransaction } from '#platform/db';
import { callOnce } from '#platform/db';
import type { SharedDns } from '#platform/dns';
import type { Intercom } from '#platform/events';
import { newId } from '#platform/ids';
import type { Logger } from '#platform/log';
import type { Outbox } from '#platform/mail';
import type { Metrics } from '#platform/metrics';
import type { Queue } from '#platform/queue';
import type { References } from '#platform/references';
import type { Rendering } from '#platform/rendering';
import { renderingFor } from '#platform/rendering';
import type { SesIdentities } from '#platform/transports';
import type {
  InstanceContext,
  InstanceTx,
  ProjectContext,
  ProjectId,
  ProjectReader,
  ProjectTx,
  Wipe,
} from './context.ts';
import type { Manners } from './manners.ts';
import { doorFor, unhurried } from './manners.ts';
import { through } from './through.ts';

export interface Cellar {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  /** Where projects' rows are read and written; each project has a share of its connections. */
  readonly database: Database;
  /** Who comes in and how often: connections that no project's work can occupy. */
  readonly entryDatabase: Database;
  /** Where dispatch functions are called. */
  readonly dispatchDatabase: Database;
  readonly queue: Queue;
  readonly intercom: Intercom<ProjectTx>;
  readonly references: References<ProjectReader>;
  readonly mail: Outbox;
  readonly dns: SharedDns;
  readonly identities: SesIdentities | null;
  readonly metrics: Metrics;
  readonly rendering: Rendering;
  /** Aborts when this process has begun to stop and its ports close. */
  readonly stopping: AbortSignal;
  /** One per room that keeps something of a project, bottom floor first. */
  readonly wipes: readonly Wipe[];
}

/** A context inside one project: the first door. */
export function projectContext(
  cellar: Cellar,
  projectId: ProjectId,
  log: Logger = cellar.log,
  manners: Manners = unhurried,
): ProjectContext {
  const { config, clock, dns, identities, stopping, references, database } = cellar;
  const door = doorFor(projectId, manners);
  return {
    config,
    clock,
    log,
    dns: dns.forProject(projectId),
    identities,
    stopping,
    projectId,
    references,
    rendering: renderingFor(cellar.rendering, projectId),
    read: (work) =>
      through(database, door(true), (open) => work({ config, db: open.db, projectId, now: momentOf(cellar, open) })),
    transaction: (work) =>
      through(database, door(false), (open, afterCommit) => work(projectTx(cellar, projectId, open, afterCommit))),
  };
}

/** A context without a project: the same door, in which tenant tables fail. */
export function instanceContext(
  cellar: Cellar,
  log: Logger = cellar.log,
  manners: Manners = unhurried,
): InstanceContext {
  const { config, clock, dns, identities, stopping, mail, metrics, database } = cellar;
  const door = doorFor(null, manners);
  return {
    config,
    clock,
    log,
    dns,
    identities,
    stopping,
    mail,
    metrics,
    read: (work) => through(database, door(true), (open) => work({ db: open.db, now: momentOf(cellar, open) })),
    transaction: (work) => through(database, door(false), (open) => work(instanceTx(cellar, open))),
    inProject: (projectId) => projectContext(cellar, projectId, log, manners),
    dispatch: (name, args) => callOnce(cellar.dispatchDatabase, 'postrider_worker', name, args),
    erase: (projectId) => erase(cellar, projectContext(cellar, projectId, log)),
  };
}

async function erase(cellar: Cellar, ctx: ProjectContext): Promise<void> {
  for (const wipe of cellar.wipes.toReversed()) {
    while (await ctx.transaction(wipe));
  }
}

const momentOf = (cellar: Cellar, open: OpenTransaction): Date => (cellar.clock.isHeld ? cellar.clock.now() : open.now);

function projectTx(
  cellar: Cellar,
  projectId: ProjectId,
  open: OpenTransaction,
  afterCommit: (hint: () => void) => void,
): ProjectTx {
  const tx: ProjectTx = {
    config: cellar.config,
    db: open.db,
    projectId,
    now: momentOf(cellar, open),
    newId,
    enqueue: (task, payload, options) => cellar.queue.enqueue(open.db, task, projectId, payload, options),
    emit: (event, ...news) => cellar.intercom.announce(tx, event, news),
    afterCommit,
  };
  return tx;
}

const instanceTx = (cellar: Cellar, open: OpenTransaction): InstanceTx => ({
  db: open.db,
  now: momentOf(cellar, open),
  newId,
  enqueue: (task, payload, options) => cellar.queue.enqueue(open.db, task, null, payload, options),
});
