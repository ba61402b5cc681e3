import { systemClock } from '#platform/clock';
import type { Config } from '#platform/config';
import type { Cellar, ProjectReader, ProjectTx, Wipe } from '#platform/context';
import type { Database } from '#platform/db';
import { makeDns } from '#platform/dns';
import type { Hearing } from '#platform/events';
import { makeIntercom } from '#platform/events';
import type { Route } from '#platform/http';
import { makeLogger } from '#platform/log';
import type { Outbox } from '#platform/mail';
import { captureOutbox, smtpOutbox } from '#platform/mail';
import type { Metrics } from '#platform/metrics';
import { makeMetrics } from '#platform/metrics';
import { startQueue } from '#platform/queue';
import type { ReferenceFinders } from '#platform/references';
import { makeReferences } from '#platform/references';
import type { Rendering } from '#platform/rendering';
import { makeRendering } from '#platform/rendering';
import { identitiesOf } from '#platform/transports';
import { features } from './features.ts';
import { openDatabases } from './open-databases.ts';

export interface Overrides extends Partial<Pick<Cellar, 'clock' | 'mail' | 'log' | 'stopping'>> {
  /** Routes of a test or a fault run; served only when ENVIRONMENT is `test`. */
  readonly extraRoutes?: readonly Route[];
}

/** Builds what the rooms stand on. Nothing listens or works yet. */
export async function buildCellar(config: Config, isWorker: boolean, overrides: Overrides = {}): Promise<Cellar> {
  const log = overrides.log ?? makeLogger({ level: config.LOG_LEVEL });
  const { database, entryDatabase } = openDatabases(config, log);
  const queue = await startQueue({ url: config.DATABASE_URL, poolSize: config.QUEUE_POOL_SIZE, log, isWorker });
  const rendering = makeRendering({
    threads: config.RENDER_THREADS,
    onStop: (projectId, error) => log.warn({ projectId, error }, 'render stopped'),
    onLost: (error) => log.warn({ error }, 'render thread ended'),
  });
  return {
    config,
    log,
    database,
    entryDatabase,
    dispatchDatabase: database,
    queue,
    clock: overrides.clock ?? systemClock,
    mail: overrides.mail ?? outboxOf(config),
    dns: makeDns(config.DNS_RESOLVERS),
    identities: identitiesOf(config.MAIL_RELAYS),
    intercom: makeIntercom<ProjectTx>(
      features.flatMap((feature): readonly Hearing<ProjectTx>[] => feature.hears ?? []),
    ),
    references: makeReferences<ProjectReader>(
      features.flatMap((feature): ReferenceFinders<ProjectReader>[] =>
        feature.references ? [feature.references] : [],
      ),
    ),
    metrics: watch(database, rendering),
    rendering,
    stopping: overrides.stopping ?? new AbortController().signal,
    wipes: features.flatMap((feature): Wipe[] => (feature.wipe ? [feature.wipe] : [])),
  };
}

export async function closeCellar(cellar: Cellar): Promise<void> {
  await cellar.queue.stop();
  await cellar.rendering.close();
  await cellar.identities?.close();
  await cellar.database.close();
  await cellar.entryDatabase.close();
  await cellar.metrics.close();
}

function outboxOf(config: Config): Outbox {
  if (config.ACCOUNT_SMTP_URL) return smtpOutbox({ url: config.ACCOUNT_SMTP_URL, from: config.ACCOUNT_MAIL_FROM });
  if (config.ENVIRONMENT !== 'development') return { canSend: false, send: async () => {} };
  return captureOutbox((mail) => console.log(`\n[mail to ${mail.to}] ${mail.subject}\n${mail.text}\n`));
}

function watch(database: Database, rendering: Rendering): Metrics {
  const metrics = makeMetrics();
  const { pool } = database;
  metrics.observe('database_connections', 'Open connections of the request pool.', () => pool.totalCount);
  metrics.observe('database_waiting', 'Requests that wait for a connection.', () => database.waiting);
  metrics.observe('render_waiting', 'Renders that wait for a thread.', () => rendering.waiting);
  metrics.observe('render_stopped', 'Renders ended by clock or memory so far.', () => rendering.stopped);
  return metrics;
}
