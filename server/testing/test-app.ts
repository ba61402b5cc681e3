import { setTimeout as delay } from 'node:timers/promises';
import { inject, onTestFinished } from 'vitest';
import { allSchedules, allTasks } from '../src/app/features.ts';
import { type RunningApp, runApp } from '../src/app/index.ts';
import { type Config, loadConfig } from '../src/platform/config/index.ts';
import { instanceContext } from '../src/platform/context/index.ts';
import type { Route } from '../src/platform/http/index.ts';
import { makeLogger } from '../src/platform/log/index.ts';
import { type CaptureOutbox, captureOutbox } from '../src/platform/mail/index.ts';
import { runWaitingTasks } from '../src/platform/queue/index.ts';
import { makeRenderingThreads, type RenderingThreads } from '../src/platform/rendering/index.ts';
import { type SpoolDefinition, startSpools } from '../src/platform/spool/index.ts';
import { bearer, type Client } from './client.ts';
import { copyDatabase, dropDatabase, readTexts, urlOf } from './database.ts';
import { type Given, givenOf } from './given.ts';
import { plant, requestLogTexts, searchRequestLog } from './log-search.ts';
import { throughPooler } from './pooler.ts';
import { keptLines } from './process-output.ts';
import { promisedClient } from './promised-client.ts';
import { statesWithoutConsent } from './subscription-watch.ts';

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
  /** Runs waiting tasks until the instance has nothing to do. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export interface TestOptions {
  /** False for an instance without a mail transport. */
  canSendMail?: boolean;
  /** Routes that the product does not have. */
  extraRoutes?: readonly Route[];
  /** Spools that this instance works on; `settle` waits until none of their rows is due. */
  spools?: readonly SpoolDefinition[];
}

const testConfig = (databaseUrl: string, settings: Record<string, string>): Config =>
  loadConfig(
    throughPooler({
      ENVIRONMENT: 'test',
      HOST: '127.0.0.1',
      PORT: '0',
      METRICS_PORT: '0',
      BASE_URL: 'http://localhost:8080',
      SECRET_KEY: 'a-secret-for-tests-of-at-least-32-characters',
      DATABASE_URL: databaseUrl,
      DATABASE_POOL_SIZE: '5',
      QUEUE_POOL_SIZE: '2',
      DASHBOARD_FOLDER: 'none', // whether one is built must not decide about a test
      PUBLIC_KEY_LIMIT_PER_ADDRESS: '0', // all clients of a test come from one address
      ...settings,
    }),
  );

/** Logs everything, for the search after the file (`search-after-file.ts`). */
const testLog = makeLogger({ level: 'debug', destination: keptLines });

/**
 * The threads that render, one set for all instances of a worker: to start the three of an instance takes two seconds of a
 * processor, more than most tests. They hold nothing of an instance but the texts they have compiled.
 */
const renderingThreads = new Map<number, RenderingThreads>();

function threadsFor({ RENDER_THREADS: threads }: Config): RenderingThreads {
  const made =
    renderingThreads.get(threads) ??
    makeRenderingThreads({ threads, onLost: (error) => testLog.warn({ error }, 'render thread ended') });
  renderingThreads.set(threads, made);
  return made;
}

/** One more process on the database of an instance, as after a restart with other settings; stopped after the test. */
export async function anotherProcess(
  of: Pick<TestApp, 'databaseUrl'>,
  settings: Record<string, string>,
): Promise<RunningApp> {
  const config = testConfig(of.databaseUrl, settings);
  const overrides = { log: testLog, renderingThreads: threadsFor(config) };
  const app = await runApp(config, { api: true, worker: false }, overrides);
  onTestFinished(() => app.stop());
  return app;
}

/** A whole instance on a database of its own, closed after the test. */
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
  const overrides = { mail, extraRoutes, log: testLog, renderingThreads: threadsFor(config) };
  const app = await runApp(config, { api: true, worker: false, inbound: true }, overrides);
  const running = startSpools(app.services, spools);
  const url = app.url ?? '';
  const anyone = promisedClient(url, extraRoutes);
  plant(config.SECRET_KEY);
  return {
    app,
    url,
    databaseUrl: urlOf(name),
    mails: mail.mails,
    given: givenOf(app),
    anyone,
    as: (key) => anyone.with(bearer(key)),
    async settle() {
      const runTasks = () => runWaitingTasks(app.services.queue, allTasks, app.contexts, app.services.log);
      // Why in this order: a row that ends after its tasks were run may have left another task.
      for (let isIdle = false; !isIdle; ) {
        const hasRows = await hasDueRows(app, spools);
        isIdle = (await runTasks()) === 0 && !hasRows;
        if (!isIdle) await delay(20);
      }
    },
    async close() {
      await running.stop();
      await app.stop();
      try {
        const faults = searchRequestLog(await readTexts(urlOf(name), requestLogTexts));
        // Invariant: every state that the product gives a contact has its row of consent, in the same transaction (I6).
        const unrecorded = `select what || ' ' || contact_id as value from (${statesWithoutConsent}) s`;
        faults.push(...(await readTexts(urlOf(name), unrecorded)));
        if (faults.length > 0) throw new Error(faults.slice(0, 20).join('\n'));
      } finally {
        await dropDatabase(name);
      }
    },
  };
}

/** Runs a schedule of the product once, by its name. */
export async function runSchedule({ app }: Pick<TestApp, 'app'>, name: string): Promise<void> {
  const schedule = allSchedules.find((one) => one.name === name);
  if (!schedule) throw new Error(`there is no schedule ${name}`);
  await schedule.run(instanceContext(app.services) as never); // schedules of all features, each with its own type of context
}

/** Queries as the login of the tests, which sees every row. */
async function hasDueRows(app: RunningApp, spools: readonly SpoolDefinition[]): Promise<boolean> {
  for (const { table } of spools) {
    const { rowCount } = await app.services.database.pool.query(`select 1 from ${table} where due_at <= now() limit 1`);
    if (rowCount) return true;
  }
  return false;
}
