import { setTimeout as delay } from 'node:timers/promises';
import { inject, onTestFinished } from 'vitest';
import { allTasks } from '../src/app/features.ts';
import type { RunningApp } from '../src/app/index.ts';
import { runApp } from '../src/app/index.ts';
import type { Config } from '../src/platform/config/index.ts';
import { loadConfig } from '../src/platform/config/index.ts';
import type { Route } from '../src/platform/http/index.ts';
import type { CaptureOutbox } from '../src/platform/mail/index.ts';
import { captureOutbox } from '../src/platform/mail/index.ts';
import { runWaitingTasks } from '../src/platform/queue/index.ts';
import type { SpoolDefinition } from '../src/platform/spool/index.ts';
import { startSpools } from '../src/platform/spool/index.ts';
import type { Client } from './client.ts';
import { clientOf } from './client.ts';
import { copyDatabase, dropDatabase, urlOf } from './database.ts';
import type { Given } from './given.ts';
import { givenOf } from './given.ts';

export interface TestApp {
  readonly app: RunningApp;
  readonly url: string;
  readonly databaseUrl: string;
  readonly mails: CaptureOutbox['mails'];
  readonly given: Given;
  /** A client with an API key. */
  as(key: string): Client;
  /** A client without credentials. */
  readonly anyone: Client;
  /** Runs waiting tasks until the house is quiet. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

interface TestOptions {
  /** False for an instance without a mail transport. */
  canSendMail?: boolean;
  /** Routes that the product does not have. */
  extraRoutes?: readonly Route[];
  /** Spools that are worked in this instance; `settle` waits until nothing of them is due. */
  spools?: readonly SpoolDefinition[];
}

const testConfig = (databaseUrl: string, settings: Record<string, string>): Config =>
  loadConfig({
    ENVIRONMENT: 'test',
    HOST: '127.0.0.1',
    PORT: '0',
    METRICS_PORT: '0',
    BASE_URL: 'http://localhost:8080',
    LOG_LEVEL: 'silent',
    SECRET_KEY: 'a-secret-for-tests-of-at-least-32-characters',
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: '5',
    QUEUE_POOL_SIZE: '2',
    PUBLIC_KEY_LIMIT_PER_ADDRESS: '0', // all clients of a test come from one address
    ...settings,
  });

/** One more process on the database of an instance, as after a restart with other settings; gone with the test. */
export async function anotherProcess(
  of: Pick<TestApp, 'databaseUrl'>,
  settings: Record<string, string>,
): Promise<RunningApp> {
  const app = await runApp(testConfig(of.databaseUrl, settings), { api: true, worker: false });
  onTestFinished(() => app.stop());
  return app;
}

/** A whole instance on a database of its own, gone when the test (or `close`) ends. */
export async function testApp(settings: Record<string, string> = {}, options: TestOptions = {}): Promise<TestApp> {
  const app = await startTestApp(inject('templateDatabase'), settings, options);
  onTestFinished(() => app.close());
  return app;
}

/** The same for several tests of a file: call it in `beforeAll` and `close` it in `afterAll`. */
export async function startTestApp(
  template: string,
  settings: Record<string, string> = {},
  options: TestOptions = {},
): Promise<TestApp> {
  const name = await copyDatabase(template);
  const mail = { ...captureOutbox(), canSend: options.canSendMail ?? true };
  const config = testConfig(urlOf(name), settings);
  const { extraRoutes = [], spools = [] } = options;
  const app = await runApp(config, { api: true, worker: false, inbound: true }, { mail, extraRoutes });
  const worked = startSpools(app.cellar, spools);
  const url = app.url ?? '';
  const anyone = clientOf(url);
  return {
    app,
    url,
    databaseUrl: urlOf(name),
    mails: mail.mails,
    given: givenOf(app),
    anyone,
    as: (key) => anyone.with({ authorization: `Bearer ${key}` }),
    async settle() {
      const runTasks = () => runWaitingTasks(app.cellar.queue, allTasks, app.contexts, app.cellar.log);
      while ((await runTasks()) > 0 || (await hasDueRows(app, spools))) await delay(20);
    },
    async close() {
      await worked.stop();
      await app.stop();
      await dropDatabase(name);
    },
  };
}

/** Asked as the login of the tests, who sees every row. */
async function hasDueRows(app: RunningApp, spools: readonly SpoolDefinition[]): Promise<boolean> {
  for (const { table } of spools) {
    const { rowCount } = await app.cellar.database.pool.query(`select 1 from ${table} where due_at <= now() limit 1`);
    if (rowCount) return true;
  }
  return false;
}
