import type { FastifyInstance } from 'fastify';
import { makeIdentity } from '#features/projects';
import { makeRequestLog } from '#features/request-log';
import type { Config } from '#platform/config';
import { instanceContext, projectContext, type Services } from '#platform/context';
import { armCrashPoint } from '#platform/faults';
import type { RunningPortListener } from '#platform/feature';
import { buildServer, type RequestLog } from '#platform/http';
import { type Contexts, workTasks } from '#platform/queue';
import { notifyOthers, startSpools } from '#platform/spool';
import { addDashboard } from './dashboard-pages.ts';
import { allPortListeners, allSchedules, allSpools, allTasks } from './features.ts';
import { type AppState, addOperatorPaths, buildOperatorServer } from './operator-server.ts';
import { allRoutes } from './routes.ts';
import { buildServices, type Overrides } from './services.ts';
import { stopApp } from './stop-app.ts';

export interface RunningApp {
  readonly services: Services;
  readonly contexts: Contexts;
  /** Where the API listens; null for a worker. */
  readonly url: string | null;
  readonly metricsUrl: string;
  /** Ports of servers other than HTTP, by name. */
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
  const services = await buildServices(config, parts.worker, { ...overrides, stopping: stopping.signal });
  const state: AppState = { phase: 'starting' };
  const operator = buildOperatorServer(services, state);
  const metricsUrl = await listen(operator, config.METRICS_HOST, config.METRICS_PORT);
  const contexts = contextsOf(services);
  if (parts.worker) await workTasks(services.queue, allTasks, allSchedules, contexts, services.log);
  // Why not behind a pooler: it passes a connection to other clients after each transaction, and notifications would be lost.
  const listensToOthers = config.DATABASE_PREPARED_STATEMENTS;
  const spools = parts.worker ? startSpools(services, allSpools, { listensToOthers }) : null;
  const notifier = notifyOthers(allSpools, services.entryDatabase, services.log);
  const opened = parts.inbound ? await openPortListeners(services) : [];
  const requestLog = parts.api && overrides.requestLog !== null ? makeRequestLog(services) : null;
  const api = parts.api ? apiServer(services, state, requestLog, overrides) : null;
  const url = api ? await listen(api, config.HOST, config.PORT) : null;
  state.phase = 'running';

  let ending: Promise<void> | undefined;
  async function stop(): Promise<void> {
    state.phase = 'stopping';
    await stopApp({
      services,
      stopping,
      api,
      requestLog,
      spools,
      notifier,
      listeners: opened.map(({ running }) => running),
    });
    await operator.close();
  }

  return {
    services,
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

function apiServer(
  services: Services,
  state: AppState,
  requestLog: RequestLog | null,
  { extraRoutes = [] }: Overrides,
): FastifyInstance {
  const routes = services.config.ENVIRONMENT === 'test' ? [...allRoutes, ...extraRoutes] : allRoutes;
  const server = buildServer(services, routes, { identity: makeIdentity(services.entryDatabase), requestLog });
  addOperatorPaths(server, services, state);
  addDashboard(server, services.config);
  return server;
}

async function openPortListeners(services: Services): Promise<{ name: string; running: RunningPortListener }[]> {
  const enabled = allPortListeners.filter((listener) => listener.isOn(services.config));
  return Promise.all(
    enabled.map(async (listener) => {
      const { name } = listener;
      return { name, running: await listener.start(instanceContext(services, services.log.child({ listener: name }))) };
    }),
  );
}

const contextsOf = (services: Services): Contexts => ({
  forTask: (task, projectId, taskId) => {
    const log = services.log.child({ task: task.name, taskId, ...(projectId ? { projectId } : {}) });
    return task.scope === 'project'
      ? projectContext(services, projectId as never, log)
      : instanceContext(services, log); // stamped by enqueue
  },
  forSchedule: (name) => instanceContext(services, services.log.child({ schedule: name })),
});

async function listen(server: FastifyInstance, host: string, port: number): Promise<string> {
  const address = await server.listen({ host, port });
  return address.replace('0.0.0.0', '127.0.0.1').replace('[::]', '127.0.0.1');
}
