import type { FastifyInstance } from 'fastify';
import { makeIdentity } from '#features/projects';
import type { Config } from '#platform/config';
import type { Cellar } from '#platform/context';
import { instanceContext, projectContext } from '#platform/context';
import { armCrashPoint } from '#platform/faults';
import type { RunningListener } from '#platform/feature';
import { buildServer } from '#platform/http';
import type { Contexts } from '#platform/queue';
import { workTasks } from '#platform/queue';
import { startSpools, tellOthers } from '#platform/spool';
import type { Overrides } from './cellar.ts';
import { buildCellar } from './cellar.ts';
import { allListeners, allSchedules, allSpools, allTasks } from './features.ts';
import type { AppState } from './operator-server.ts';
import { addOperatorPaths, buildOperatorServer } from './operator-server.ts';
import { allRoutes } from './routes.ts';
import { stopApp } from './stop-app.ts';

export interface RunningApp {
  readonly cellar: Cellar;
  readonly contexts: Contexts;
  /** Where the API listens; null for a worker. */
  readonly url: string | null;
  readonly metricsUrl: string;
  /** Ports of doors other than HTTP, by name. */
  readonly ports: Readonly<Record<string, number>>;
  stop(): Promise<void>;
}

export interface AppRoles {
  api: boolean;
  worker: boolean;
  inbound?: boolean;
}

/** Starts the chosen parts of the product in this process. */
export async function runApp(config: Config, parts: AppRoles, overrides: Overrides = {}): Promise<RunningApp> {
  if (config.ENVIRONMENT === 'test' && config.CRASH_AT) armCrashPoint(config.CRASH_AT);
  const stopping = new AbortController();
  const cellar = await buildCellar(config, parts.worker, { ...overrides, stopping: stopping.signal });
  const state: AppState = { phase: 'starting' };
  const operator = buildOperatorServer(cellar, state);
  const metricsUrl = await listen(operator, config.METRICS_HOST, config.METRICS_PORT);
  const contexts = contextsOf(cellar);
  if (parts.worker) await workTasks(cellar.queue, allTasks, allSchedules, contexts, cellar.log);
  // Why not behind a pooler: it hands a connection to others after each transaction, and nobody would hear.
  const hearsOthers = config.DATABASE_PREPARED_STATEMENTS;
  const spools = parts.worker ? startSpools(cellar, allSpools, { hearsOthers }) : null;
  const teller = tellOthers(allSpools, cellar.entryDatabase, cellar.log);
  const opened = parts.inbound ? await openListeners(cellar) : [];
  const api = parts.api ? apiServer(cellar, state, overrides) : null;
  const url = api ? await listen(api, config.HOST, config.PORT) : null;
  state.phase = 'running';

  let ending: Promise<void> | undefined;
  async function stop(): Promise<void> {
    state.phase = 'stopping';
    await stopApp({ cellar, stopping, api, spools, teller, listeners: opened.map(({ running }) => running) });
    await operator.close();
  }

  return {
    cellar,
    contexts,
    url,
    metricsUrl,
    ports: Object.fromEntries(opened.map(({ name, running }) => [name, running.port])),
    stop() {
      ending ??= stop();
      return ending;
    },
  };
}

function apiServer(cellar: Cellar, state: AppState, { extraRoutes = [] }: Overrides): FastifyInstance {
  const routes = cellar.config.ENVIRONMENT === 'test' ? [...allRoutes, ...extraRoutes] : allRoutes;
  const server = buildServer(cellar, routes, makeIdentity(cellar.entryDatabase));
  addOperatorPaths(server, cellar, state);
  return server;
}

async function openListeners(cellar: Cellar): Promise<{ name: string; running: RunningListener }[]> {
  const wanted = allListeners.filter((listener) => listener.isOn(cellar.config));
  return Promise.all(
    wanted.map(async (listener) => {
      const { name } = listener;
      return { name, running: await listener.start(instanceContext(cellar, cellar.log.child({ listener: name }))) };
    }),
  );
}

const contextsOf = (cellar: Cellar): Contexts => ({
  forTask: (task, projectId, taskId) => {
    const log = cellar.log.child({ task: task.name, taskId, ...(projectId ? { projectId } : {}) });
    return task.scope === 'project' ? projectContext(cellar, projectId as never, log) : instanceContext(cellar, log); // stamped by enqueue
  },
  forSchedule: (name) => instanceContext(cellar, cellar.log.child({ schedule: name })),
});

async function listen(server: FastifyInstance, host: string, port: number): Promise<string> {
  const address = await server.listen({ host, port });
  return address.replace('0.0.0.0', '127.0.0.1').replace('[::]', '127.0.0.1');
}
