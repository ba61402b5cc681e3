import { sql } from 'kysely';
import { Client } from 'pg';
import { systemClock } from '../src/platform/clock/index.ts';
import { loadConfig } from '../src/platform/config/index.ts';
import type { ProjectReader, ProjectTx, Services } from '../src/platform/context/index.ts';
import { asOwner, openDatabase } from '../src/platform/db/index.ts';
import { makeDns } from '../src/platform/dns/index.ts';
import { newId } from '../src/platform/ids/index.ts';
import { makeLogger } from '../src/platform/log/index.ts';
import { captureOutbox } from '../src/platform/mail/index.ts';
import { makeMetrics } from '../src/platform/metrics/index.ts';
import { makeChangeNotices } from '../src/platform/notifications/index.ts';
import { startQueue } from '../src/platform/queue/index.ts';
import { makeReferences } from '../src/platform/references/index.ts';
import { makeRendering } from '../src/platform/rendering/index.ts';
import { makeSignals } from '../src/platform/signals/index.ts';
import type { Claim } from '../src/platform/spool/index.ts';
import { throughPooler } from './pooler.ts';
import { keptLines } from './process-output.ts';

/** The spool table that tests, benchmarks and fault runs use. It is in no migration. */
export const parcels = 'parcels';

export async function createParcels(url: string): Promise<void> {
  await asOwner(url, async (client) => {
    await client.query(
      `create table ${parcels} (project_id uuid not null, id uuid not null, primary key (project_id, id))`,
    );
    await client.query(`select make_spool_table('${parcels}')`);
  });
}

/** The services that features use, without any feature. */
export async function openSetup(
  url: string,
  settings: Record<string, string> = {},
): Promise<{ services: Services; close(): Promise<void> }> {
  const config = loadConfig(
    throughPooler({
      ENVIRONMENT: 'test',
      SECRET_KEY: 'a-secret-for-tests-of-at-least-32-characters',
      DATABASE_URL: url,
      SHUTDOWN_SECONDS: '5',
      ...settings,
    }),
  );
  const { DATABASE_URL: usedUrl, DATABASE_POOL_SIZE: size, DATABASE_PREPARED_STATEMENTS: preparedStatements } = config;
  const log = settings.LOG_LEVEL
    ? makeLogger({ level: config.LOG_LEVEL })
    : makeLogger({ level: 'debug', destination: keptLines });
  const database = openDatabase({ url: usedUrl, size, preparedStatements });
  const queue = await startQueue({ url: usedUrl, poolSize: 1, log, isWorker: false });
  const changes = makeChangeNotices(database, log);
  const services: Services = {
    config,
    log,
    database,
    entryDatabase: database,
    dispatchDatabase: database,
    queue,
    changes,
    clock: systemClock,
    mail: captureOutbox(),
    dns: makeDns(config.DNS_RESOLVERS),
    identities: null,
    files: null,
    payments: null,
    signals: makeSignals<ProjectTx>([]),
    references: makeReferences<ProjectReader>([]),
    metrics: makeMetrics(),
    rendering: makeRendering({ threads: 1, onStop: () => undefined, onLost: () => undefined }),
    stopping: new AbortController().signal,
    wipes: [],
  };
  return {
    services,
    async close() {
      changes.stop();
      await queue.stop();
      await database.close();
      await services.metrics.close();
    },
  };
}

export interface ParcelOptions {
  lane?: number;
  /** Relative to now, by the database clock. */
  dueSeconds?: number;
}

/** Inserts rows as a superuser; returns their ids in the order in which they are due. */
export async function addParcels(
  client: Client,
  projectId: string,
  count: number,
  { lane = 0, dueSeconds = 0 }: ParcelOptions = {},
): Promise<string[]> {
  await addProject(client, projectId);
  const ids = Array.from({ length: count }, () => newId()).toSorted();
  await client.query(
    `insert into ${parcels} (project_id, id, lane, due_at)
     select $1, id, $3, now() + $4 * interval '1 second' from unnest($2::uuid[]) id`,
    [projectId, ids, lane, dueSeconds],
  );
  return ids;
}

/** The row of a project, without which its transactions are refused. */
export async function addProject(client: Client, projectId: string): Promise<void> {
  await client.query(
    `insert into projects (id, name, handle, created_at, updated_at)
     select $1::uuid, 'Parcels', translate(left(md5($1::uuid::text), 8), '0189', 'ghij'), now(), now() on conflict (id) do nothing`,
    [projectId],
  );
}

export async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}

/** The row that a feature would write together with the end of a claim; fault runs count these rows. */
export const recordEffect = (tx: ProjectTx, claim: Claim): Promise<unknown> =>
  sql`insert into effects (project_id, id, fence) values (${tx.projectId}, ${claim.id}, ${claim.fence})`.execute(tx.db);
