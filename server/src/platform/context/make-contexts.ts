import type { Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import type { Database, OpenTransaction } from '#platform/db';
import { callOnce } from '#platform/db';
import type { Dns } from '#platform/dns';
import type { Intercom } from '#platform/events';
import { newId } from '#platform/ids';
import type { Logger } from '#platform/log';
import type { Outbox } from '#platform/mail';
import type { Metrics } from '#platform/metrics';
import type { Queue } from '#platform/queue';
import type { References } from '#platform/references';
import type { Rendering } from '#platform/rendering';
import { renderingFor } from '#platform/rendering';
import type {
  InstanceContext,
  InstanceTx,
  ProjectContext,
  ProjectId,
  ProjectReader,
  ProjectTx,
  Wipe,
} from './context.ts';
import { through } from './through.ts';

export interface Cellar {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly database: Database;
  readonly queue: Queue;
  readonly intercom: Intercom<ProjectTx>;
  readonly references: References<ProjectReader>;
  readonly mail: Outbox;
  readonly dns: Dns;
  readonly metrics: Metrics;
  readonly rendering: Rendering;
  /** One per room that keeps something of a project, bottom floor first. */
  readonly wipes: readonly Wipe[];
}

/** A context inside one project: the first door. */
export function projectContext(cellar: Cellar, projectId: ProjectId, log: Logger = cellar.log): ProjectContext {
  const { config, clock, dns, references, database } = cellar;
  const door = { role: 'postrider_app', projectId } as const;
  return {
    config,
    clock,
    log,
    dns,
    projectId,
    references,
    rendering: renderingFor(cellar.rendering, projectId),
    read: (work) =>
      through(database, { ...door, isReadOnly: true }, (open) =>
        work({ config, db: open.db, projectId, now: momentOf(cellar, open) }),
      ),
    transaction: (work) =>
      through(database, { ...door, isReadOnly: false }, (open, afterCommit) =>
        work(projectTx(cellar, projectId, open, afterCommit)),
      ),
  };
}

/** A context without a project: the same door, in which tenant tables fail. */
export function instanceContext(cellar: Cellar, log: Logger = cellar.log): InstanceContext {
  const { config, clock, dns, mail, metrics, database } = cellar;
  const door = { role: 'postrider_app', projectId: null } as const;
  return {
    config,
    clock,
    log,
    dns,
    mail,
    metrics,
    read: (work) =>
      through(database, { ...door, isReadOnly: true }, (open) => work({ db: open.db, now: momentOf(cellar, open) })),
    transaction: (work) => through(database, { ...door, isReadOnly: false }, (open) => work(instanceTx(cellar, open))),
    inProject: (projectId) => projectContext(cellar, projectId, log),
    dispatch: (name, args) => callOnce(database, 'postrider_worker', name, args),
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
