import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { ByteBudget } from '#platform/budget';
import type { Config } from '#platform/config';
import type { Services } from '#platform/context';
import type { Identity } from '#platform/identity';
import { newId } from '#platform/ids';
import { localRates } from '#platform/rate-limit';
import { limits } from '#pure/limits';
import { bodyLimitOf } from './body-limit.ts';
import { finishedCall } from './call-notes.ts';
import { fixedHeaders } from './envelope.ts';
import { replyWithError } from './errors.ts';
import { keptRepliesOf } from './idempotent.ts';
import { largeBodies } from './large-bodies.ts';
import { OpenStreams } from './open-streams.ts';
import { methodsByParameter } from './parameter-routes.ts';
import { admitRequest, type HttpServices, handleRequest, readText, trackLargeBody } from './pipeline.ts';
import { MethodNotAllowed, RouteNotFound } from './refusals.ts';
import type { RequestLog } from './request-log.ts';
import type { Route } from './route.ts';
import { routeOf } from './route-of.ts';
import { refuseUnread } from './unread-request.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** D-110: only `POST /v1/track` and `GET /config` may be called from any page. */
const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'X-Request-Id, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset',
} as const;

/** The HTTP server for a table of routes. It does not listen yet. */
export function buildServer(
  services: Services,
  routes: readonly Route[],
  { identity, requestLog }: { identity: Identity; requestLog: RequestLog | null },
): FastifyInstance {
  const server = fastify({
    logger: false,
    genReqId: () => newId(),
    trustProxy: (_address: string, hop: number) => hop < services.config.TRUSTED_PROXIES,
    bodyLimit: limits.bodyBytes,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: limits.pathParameterCharacters },
    requestTimeout: limits.requestSeconds * 1_000,
    keepAliveTimeout: 65_000,
    maxRequestsPerSocket: 1_000,
    http: {
      headersTimeout: limits.requestHeaderSeconds * 1_000,
      maxHeaderSize: limits.requestHeaderBytes,
      connectionsCheckingInterval: 1_000,
    },
    return503OnClosing: true,
    clientErrorHandler: refuseUnread,
    frameworkErrors: (error, request, reply) =>
      void replyWithError(error, request, secured(request, reply), services.log),
  });
  void server.register(cookie);
  readBodiesAsText(server, services.config);
  const notFound = (request: FastifyRequest) => RouteNotFound(request.method, request.url.split('?')[0] ?? '');
  server.addHook('onRequest', async (request, reply) => {
    void secured(request, reply);
    if (request.is404) throw notFound(request); // before its body is read (D-109)
  });
  server.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    const labels = { method, route: routeOptions.url ?? 'unknown', status: reply.statusCode };
    // How long a stream was open says nothing about how long its reader waited.
    if (!routeOf(request)?.isStream) services.metrics.requests.record(reply.elapsedTime / 1_000, labels);
    const call = finishedCall(request, reply);
    if (call) requestLog?.record(call);
  });
  server.setErrorHandler((error, request, reply) => replyWithError(error, request, reply, services.log));
  server.setNotFoundHandler((request, reply) => replyWithError(notFound(request), request, reply, services.log));
  const http = httpServices(services, identity, requestLog !== null, routes);
  services.metrics.observe('streams_open', 'Open streams of server-sent events.', () => http.streams.size);
  server.after(() => {
    for (const route of routes.filter(({ upload }) => !upload)) addRoute(server, route, http);
    const servedElsewhere = methodsByParameter(routes);
    for (const [path, served] of Map.groupBy(routes, (route) => route.path)) {
      refuseOtherMethods(server, path, served, servedElsewhere(path));
    }
  });
  addUploads(
    server,
    routes.filter(({ upload }) => upload),
    http,
  );
  return server;
}

// Why: only upload routes parse multipart, and the others do not pay for its hooks.
function addUploads(server: FastifyInstance, routes: readonly Route[], http: HttpServices): void {
  void server.register(async (scope) => {
    await scope.register(multipart);
    for (const route of routes) addRoute(scope, route, http);
  });
}

function addRoute(server: FastifyInstance, route: Route, http: HttpServices): void {
  const max = bodyLimitOf(route);
  server.route({
    method: route.method,
    url: route.path,
    config: { route },
    bodyLimit: max,
    onRequest: async (request, reply) => {
      if (route.hasOpenCors) void reply.headers(corsHeaders);
      await admitRequest(request, reply, route, http);
      if (max > limits.bodyBytes) trackLargeBody(request, reply, http);
    },
    handler: (request, reply) => handleRequest(request, reply, route, http),
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
  const refuse = async (request: FastifyRequest): Promise<never> => {
    throw MethodNotAllowed(request.method, allowed);
  };
  server.route({
    method: unused.includes('GET') ? [...unused, 'HEAD'] : unused,
    url: path,
    onRequest: refuse, // before its body is read (D-109)
    handler: refuse,
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

function httpServices(
  services: Services,
  identity: Identity,
  isLogged: boolean,
  routes: readonly Route[],
): HttpServices {
  const { BASE_URL } = services.config;
  return {
    services,
    identity,
    isLogged,
    keptReplies: keptRepliesOf(routes),
    // So that a few uploads cannot exhaust the memory (T31).
    uploads: new ByteBudget({ maxBytes: limits.uploadBytesPerProcess }),
    largeBodies: largeBodies(),
    openCalls: localRates(),
    streams: new OpenStreams(identity, services.stopping, services.log),
    cookieName: sessionCookieName(BASE_URL),
    ownOrigin: new URL(BASE_URL).origin,
    publicKeyLimit: services.config.PUBLIC_KEY_LIMIT_PER_ADDRESS,
  };
}

/** Browsers accept `__Host-` only over https. */
export const sessionCookieName = (baseUrl: string): string =>
  baseUrl.startsWith('https:') ? '__Host-session' : 'session';
