import { systemClock } from '#platform/clock';
import type { Config } from '#platform/config';
import type { ProjectReader, ProjectTx, Services } from '#platform/context';
import type { Database } from '#platform/db';
import { makeDns } from '#platform/dns';
import { filesOf } from '#platform/files';
import type { Route } from '#platform/http';
import { wipeIdempotencyKeys } from '#platform/idempotency';
import { makeLogger } from '#platform/log';
import { captureOutbox, type Outbox, smtpOutbox } from '#platform/mail';
import { type Metrics, makeMetrics } from '#platform/metrics';
import { type ChangeNotices, makeChangeNotices } from '#platform/notifications';
import { paymentsOf } from '#platform/payments';
import { startQueue } from '#platform/queue';
import { makeReferences, type ReferenceFinders } from '#platform/references';
import { makeRendering, type Rendering, type RenderingThreads } from '#platform/rendering';
import { makeSignals, type SignalListener } from '#platform/signals';
import { identitiesOf } from '#platform/transports';
import { features } from './features.ts';
import { openDatabases } from './open-databases.ts';

/** The services of a process, and what only it stops. */
export interface AppServices extends Services {
  readonly changes: ChangeNotices;
}

export interface Overrides extends Partial<Pick<Services, 'mail' | 'log' | 'stopping'>> {
  /** Routes of a test or a fault run; served only when ENVIRONMENT is `test`. */
  readonly extraRoutes?: readonly Route[];
  /** Null: this process writes no request log; a benchmark compares it with one that does. */
  readonly requestLog?: null;
  /** Threads that render, of a test: it starts one instance after the other, and threads cost more than the rest of one. */
  readonly renderingThreads?: RenderingThreads;
  /** Runs when every part is up, before the process says that it is ready. */
  readonly beforeReady?: () => void;
}

/** Builds the services of the platform. Nothing listens or works yet. */
export async function buildServices(
  config: Config,
  isWorker: boolean,
  overrides: Overrides = {},
): Promise<AppServices> {
  const log = overrides.log ?? makeLogger({ level: config.LOG_LEVEL });
  const { database, entryDatabase } = openDatabases(config, log);
  const queue = await startQueue({ url: config.DATABASE_URL, poolSize: config.QUEUE_POOL_SIZE, log, isWorker });
  const rendering = makeRendering({
    threads: config.RENDER_THREADS,
    onStop: (projectId, error) => log.warn({ projectId, error }, 'render stopped'),
    onLost: (error) => log.warn({ error }, 'render thread ended'),
    borrowed: overrides.renderingThreads,
  });
  return {
    config,
    log,
    database,
    entryDatabase,
    dispatchDatabase: database,
    queue,
    changes: makeChangeNotices(entryDatabase, log),
    clock: systemClock,
    mail: overrides.mail ?? outboxOf(config),
    dns: makeDns(config.DNS_RESOLVERS),
    identities: identitiesOf(config.MAIL_RELAYS),
    files: filesOf(config),
    payments: paymentsOf(config),
    signals: makeSignals<ProjectTx>(
      features.flatMap((feature): readonly SignalListener<ProjectTx>[] => feature.listeners ?? []),
    ),
    references: makeReferences<ProjectReader>(
      features.flatMap((feature): ReferenceFinders<ProjectReader>[] =>
        feature.references ? [feature.references] : [],
      ),
    ),
    metrics: buildMetrics(database, rendering),
    rendering,
    stopping: overrides.stopping ?? new AbortController().signal,
    wipes: [{ wipe: wipeIdempotencyKeys }, ...features.map(({ wipe, wipeKept }) => ({ wipe, wipeKept }))],
  };
}

export async function closeServices(services: AppServices): Promise<void> {
  services.changes.stop();
  await services.queue.stop();
  await services.rendering.close();
  await services.identities?.close();
  services.files?.close();
  await services.database.close();
  await services.entryDatabase.close();
  await services.metrics.close();
}

/** Account mail is printed on standard output instead of being sent. */
export const printsAccountMail = ({ ACCOUNT_SMTP_URL, ENVIRONMENT }: Config): boolean =>
  !ACCOUNT_SMTP_URL && ENVIRONMENT === 'development';

function outboxOf(config: Config): Outbox {
  if (config.ACCOUNT_SMTP_URL) return smtpOutbox({ url: config.ACCOUNT_SMTP_URL, from: config.ACCOUNT_MAIL_FROM });
  if (!printsAccountMail(config)) return { canSend: false, send: async () => {} };
  return captureOutbox((mail) => console.log(`\n[mail to ${mail.to}] ${mail.subject}\n${mail.text}\n`));
}

function buildMetrics(database: Database, rendering: Rendering): Metrics {
  const metrics = makeMetrics();
  const { pool } = database;
  metrics.observe('database_connections', 'Open connections of the request pool.', () => pool.totalCount);
  metrics.observe('database_waiting', 'Requests that wait for a connection.', () => database.waiting);
  metrics.observe('render_waiting', 'Renders that wait for a thread.', () => rendering.waiting);
  metrics.observe('render_stopped', 'Renders ended by clock or memory so far.', () => rendering.stopped);
  return metrics;
}
