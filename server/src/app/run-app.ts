import type { FastifyInstance, FastifyListenOptions } from 'fastify';
import { makeIdentity } from '#features/projects';
import { makeRequestLog } from '#features/request-log';
import type { Config } from '#platform/config';
import { instanceContext, projectContext, type Services } from '#platform/context';
import { armCrashPoint } from '#platform/faults';
import type { RunningPortListener } from '#platform/feature';
import { buildServer, type LocalApi, localApi, type RequestLog } from '#platform/http';
import type { Identity } from '#platform/identity';
import type { Contexts } from '#platform/queue';
import { notifyOthers } from '#platform/spool';
import { limits } from '#pure/limits';
import { addDashboard } from './dashboard-pages.ts';
import { allPortListeners, allSpools } from './features.ts';
import { type AppState, addOperatorPaths, buildOperatorServer } from './operator-server.ts';
import { allRoutes } from './routes.ts';
import { buildServices, type Overrides } from './services.ts';
import { startWork } from './start-work.ts';
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
  // Why exclusive: under a parent every process would otherwise get the same port, and any of them the next call.
  const metricsUrl = await listen(operator, { host: config.METRICS_HOST, port: config.METRICS_PORT, exclusive: true });
  const contexts = contextsOf(services);
  const spools = parts.worker ? await startWork(services, contexts) : null;
  const notifier = notifyOthers(allSpools, services.entryDatabase, services.log);
  const requestLog = parts.api && overrides.requestLog !== null ? makeRequestLog(services) : null;
  const identity = makeIdentity(services.entryDatabase);
  const api = parts.api ? apiServer(services, state, { identity, requestLog }, overrides) : null;
  const address = { host: config.HOST, port: config.PORT, backlog: limits.connectionsWaiting };
  const url = api ? await listen(api, address) : null;
  const opened = await openPortListeners(services, parts, api && localApi(api, services, identity));
  overrides.beforeReady?.();
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
  callers: { identity: Identity; requestLog: RequestLog | null },
  { extraRoutes = [] }: Overrides,
): FastifyInstance {
  const routes = services.config.ENVIRONMENT === 'test' ? [...allRoutes, ...extraRoutes] : allRoutes;
  const server = buildServer(services, routes, callers);
  addOperatorPaths(server, services, state);
  addDashboard(server, services.config);
  return server;
}

async function openPortListeners(
  services: Services,
  { inbound }: AppRoles,
  api: LocalApi | null,
): Promise<{ name: string; running: RunningPortListener }[]> {
  const enabled = allPortListeners.filter((listener) => listener.isOn(services.config));
  const opening = enabled.map(async (listener) => {
    const { name } = listener;
    const ctx = instanceContext(services, services.log.child({ listener: name }));
    if (listener.role === 'api') return api ? [{ name, running: await listener.start(ctx, api) }] : [];
    return inbound ? [{ name, running: await listener.start(ctx) }] : [];
  });
  return (await Promise.all(opening)).flat();
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

async function listen(server: FastifyInstance, at: FastifyListenOptions): Promise<string> {
  const address = await server.listen(at);
  return address.replace('0.0.0.0', '127.0.0.1').replace('[::]', '127.0.0.1');
}
