import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fastify } from 'fastify';
import type { Config } from '#platform/config';
import type { Cellar } from '#platform/context';
import { newId } from '#platform/ids';
import { localRates } from '#platform/rate-limit';
import { bodyLimitOf, usualBodyBytes } from './body-limit.ts';
import type { Identity } from './calls.ts';
import { corsHeaders } from './cors.ts';
import { fixedHeaders } from './envelope.ts';
import { replyWithError } from './errors.ts';
import { largeBodies } from './large-bodies.ts';
import { methodsByParameter } from './parameter-routes.ts';
import type { Doorway } from './pipeline.ts';
import { enter, openRoom, readText, serve } from './pipeline.ts';
import { MethodNotAllowed, RouteNotFound } from './refusals.ts';
import type { Route } from './route.ts';
import { refuseUnread } from './unread-request.ts';
import { uploadBudget } from './upload-budget.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** The HTTP server over a table of routes. It listens only when told to. */
export function buildServer(cellar: Cellar, routes: readonly Route[], identity: Identity): FastifyInstance {
  const server = fastify({
    logger: false,
    genReqId: () => newId(),
    trustProxy: (_address: string, hop: number) => hop < cellar.config.TRUSTED_PROXIES,
    bodyLimit: usualBodyBytes,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2_000 },
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    maxRequestsPerSocket: 1_000,
    http: { headersTimeout: 10_000, maxHeaderSize: 16_384, connectionsCheckingInterval: 1_000 },
    return503OnClosing: true,
    clientErrorHandler: refuseUnread,
    frameworkErrors: (error, request, reply) =>
      void replyWithError(error, request, secured(request, reply), cellar.log),
  });
  void server.register(cookie);
  readBodiesAsText(server, cellar.config);
  server.addHook('onRequest', async (request, reply) => void secured(request, reply));
  server.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    const labels = { method, route: routeOptions.url ?? 'unknown', status: reply.statusCode };
    cellar.metrics.requests.record(reply.elapsedTime / 1_000, labels);
  });
  server.setErrorHandler((error, request, reply) => replyWithError(error, request, reply, cellar.log));
  server.setNotFoundHandler((request, reply) =>
    replyWithError(RouteNotFound(request.method, request.url.split('?')[0] ?? ''), request, reply, cellar.log),
  );
  const door = doorway(cellar, identity);
  server.after(() => {
    for (const route of routes.filter(({ upload }) => !upload)) addRoute(server, route, door);
    for (const [path, served] of Map.groupBy(routes, (route) => route.path)) {
      refuseOtherMethods(server, path, served, methodsByParameter(path, routes));
    }
  });
  addUploads(
    server,
    routes.filter(({ upload }) => upload),
    door,
  );
  return server;
}

// Why: multipart is understood by the upload routes alone, and the others do not pay for its hooks.
function addUploads(server: FastifyInstance, routes: readonly Route[], door: Doorway): void {
  void server.register(async (scope) => {
    await scope.register(multipart);
    for (const route of routes) addRoute(scope, route, door);
  });
}

function addRoute(server: FastifyInstance, route: Route, door: Doorway): void {
  const most = bodyLimitOf(route);
  server.route({
    method: route.method,
    url: route.path,
    config: { route },
    bodyLimit: most,
    onRequest: async (request, reply) => {
      if (route.hasOpenCors) void reply.headers(corsHeaders);
      await enter(request, reply, route, door);
      if (most > usualBodyBytes) openRoom(request, reply, door);
    },
    handler: (request, reply) => serve(request, reply, route, door),
  });
}

function refuseOtherMethods(
  server: FastifyInstance,
  path: string,
  served: readonly Route[],
  servedElsewhere: readonly string[],
): void {
  const used = served.map((route) => route.method);
  const allowed = [...used, ...servedElsewhere, ...(used.includes('GET') ? ['HEAD'] : [])];
  const unused = methods.filter((method) => !used.includes(method) && !servedElsewhere.includes(method));
  const open = served.find((route) => route.hasOpenCors);
  server.route({
    method: unused.includes('GET') ? [...unused, 'HEAD'] : unused,
    url: path,
    handler: (request) => {
      throw MethodNotAllowed(request.method, allowed);
    },
  });
  server.route({
    method: 'OPTIONS',
    url: path,
    handler: (_request, reply) => {
      if (open) void reply.headers({ ...corsHeaders, ...preflight(open.method) });
      return reply.code(204).removeHeader('content-type').send();
    },
  });
}

const preflight = (method: string): Record<string, string> => ({
  'access-control-allow-methods': `${method}, OPTIONS`,
  'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key',
  'access-control-max-age': '86400',
});

const secured = (request: FastifyRequest, reply: FastifyReply): FastifyReply => reply.headers(fixedHeaders(request.id));

function readBodiesAsText(server: FastifyInstance, config: Config): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (request: FastifyRequest) => readText(request, config));
}

function doorway(cellar: Cellar, identity: Identity): Doorway {
  const { BASE_URL } = cellar.config;
  return {
    cellar,
    identity,
    uploads: uploadBudget(),
    large: largeBodies(),
    openCalls: localRates(),
    cookieName: sessionCookieName(BASE_URL),
    ownOrigin: new URL(BASE_URL).origin,
    publicKeyLimit: cellar.config.PUBLIC_KEY_LIMIT_PER_ADDRESS,
  };
}

/** Browsers accept `__Host-` only over https. */
export const sessionCookieName = (baseUrl: string): string =>
  baseUrl.startsWith('https:') ? '__Host-session' : 'session';
