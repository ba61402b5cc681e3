import { type FastifyInstance, fastify } from 'fastify';
import type { Services } from '#platform/context';
import { watchReadiness } from './readiness.ts';

/** Ready means that every part of this process is up: a router sends requests from then on. */
export interface AppState {
  phase: 'starting' | 'running' | 'stopping';
}

/** The operator port: health, readiness, metrics. Never exposed to the public. */
export function buildOperatorServer(services: Services, state: AppState): FastifyInstance {
  const server = fastify({ logger: false });
  addOperatorPaths(server, services, state);
  server.get('/metrics', (request, reply) => {
    reply.hijack();
    services.metrics.write(request.raw, reply.raw);
  });
  return server;
}

/** `/health` and `/ready` are served on both ports (D-1041). */
export function addOperatorPaths(server: FastifyInstance, services: Services, state: AppState): void {
  const readiness = watchReadiness(services);
  server.get('/health', async (_request, reply) => reply.type('application/json').send('{"status":"ok"}'));
  server.get('/ready', async (_request, reply) => {
    const checks = await readiness();
    const isReady = state.phase === 'running' && Object.values(checks).every((check) => check === 'ok');
    return reply
      .code(isReady ? 200 : 503)
      .type('application/json')
      .send(JSON.stringify({ status: isReady ? 'ready' : 'not_ready', checks }));
  });
}
