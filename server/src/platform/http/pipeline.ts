import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteBudget, HeldBytes } from '#platform/budget';
import type { Config } from '#platform/config';
import { instanceContext, projectContext, type RequestOrigin, requestTimeouts, type Services } from '#platform/context';
import { crashPoint } from '#platform/faults';
import { type ClientFacts, type PageCall, type ProjectCall, TooManyRequests, Unauthorized } from '#platform/identity';
import { type localRates, network } from '#platform/rate-limit';
import { Refusal } from '#platform/refusals';
import { limits } from '#pure/limits';
import { Answer } from './answer.ts';
import { noteBody, noteReply, openNotes } from './call-notes.ts';
import { collectBody } from './collect-body.ts';
import { noteDeprecated } from './deprecation.ts';
import { countFailedAttempt } from './failed-attempts.ts';
import { headerOf } from './header-of.ts';
import { type KeptReplies, refuseUsedKey, runIdempotent, sentKey } from './idempotent.ts';
import { type Entry, heldCredential, type IdentifyOptions, identify, type RateCount } from './identify.ts';
import type { OpenStreams } from './open-streams.ts';
import { siteOf } from './origin.ts';
import { readUpload } from './read-upload.ts';
import { InvalidApiKey, Overloaded, UnsupportedMediaType } from './refusals.ts';
import type { Route } from './route.ts';
import { routeOf } from './route-of.ts';
import { sendStream } from './send-stream.ts';
import { type RawInput, validate } from './validate.ts';

export interface HttpServices extends IdentifyOptions {
  services: Services;
  /** Whether calls of projects are noted for the request log. */
  isLogged: boolean;
  uploads: ByteBudget;
  largeBodies: ByteBudget;
  /** Calls without credentials, by address. */
  openCalls: ReturnType<typeof localRates>;
  streams: OpenStreams;
  keptReplies: KeptReplies;
}

const entries = new WeakMap<FastifyRequest, Entry>();
const heldBytes = new WeakMap<FastifyRequest, HeldBytes>();
/** How long each request has waited at the entry. */
const entryWaits = new WeakMap<FastifyRequest, number>();

/** Everything decided before the body is read (D-109): identity, project, role, rate limit, idempotency key, media type. */
export async function admitRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  http: HttpServices,
): Promise<void> {
  const began = performance.now();
  const entry = await identify(request, route, http, (counted, known) => {
    showRate(counted, reply);
    if (known && http.isLogged) openNotes(request, known.projectId, known.caller);
  }).catch((error: unknown) => failedEntry(error, request, http));
  entries.set(request, entry);
  entryWaits.set(request, performance.now() - began);
  limitRequests(entry);
  if (route.access === 'none') limitOpenCalls(request, route, http);
  const key = route.isIdempotent ? sentKey(request) : null;
  if (key !== null) await refuseUsedKey(callOf(request, entry, http) as ProjectCall, key, http.keptReplies); // idempotent routes come with a project
  entryWaits.set(request, performance.now() - began);
  checkMediaType(request, route, entry);
}

/** Reserves bytes for a large body as it arrives; they are free again when the reply is sent or the caller is gone. */
export function trackLargeBody(request: FastifyRequest, reply: FastifyReply, http: HttpServices): void {
  const held = http.largeBodies.open(entries.get(request)?.projectId ?? request.ip);
  heldBytes.set(request, held);
  reply.raw.once('close', () => held.giveBack());
}

/** The body as text. Why: it is parsed after the entry checks, with our own limits and error messages. */
export async function readText(request: FastifyRequest, config: Config): Promise<string> {
  const route = routeOf(request);
  const lower = route?.settingLimit?.(config);
  const text = await collectBody(request, { isJson: !route?.takesAnyBody, held: heldBytes.get(request), lower });
  noteBody(request, text);
  return text;
}

/** Validates the input, runs the route and replies. */
export async function handleRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  http: HttpServices,
): Promise<FastifyReply> {
  const { upload } = route;
  if (!upload) {
    const input = validate(route, request);
    noteDeprecated(reply, route, input.body);
    if (route.isStream) return openStream(request, reply, route, http, input);
    return respond(reply, route, http, await run(request, route, http, input));
  }
  const held = http.uploads.open();
  if (!held.tryGrow(upload.maxBytes)) throw Overloaded('uploads', 2);
  try {
    const file = await readUpload(request, upload);
    return await respond(reply, route, http, await run(request, route, http, { ...validate(route, request), file }));
  } finally {
    held.giveBack();
  }
}

/** Begins a stream; what it sends before the reply is sent goes with it. */
async function openStream(
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  http: HttpServices,
  input: RawInput,
): Promise<FastifyReply> {
  const projectId = entries.get(request)?.projectId;
  if (!projectId) throw new Error('a stream belongs to a project');
  const stream = http.streams.open(heldCredential(request, projectId, http));
  reply.raw.once('close', () => stream.body.destroy());
  try {
    const lastEventId = headerOf(request)('last-event-id');
    await run(request, route, http, { ...input, lastEventId, stream });
  } catch (error) {
    stream.body.destroy();
    throw error;
  }
  void reply.headers({ 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' });
  return sendStream(reply, stream.body, http.services.log);
}

async function run(request: FastifyRequest, route: Route, http: HttpServices, input: RawInput): Promise<unknown> {
  const entry = entries.get(request);
  if (!entry) throw new Error('a request reached its handler without an entry');
  const call = callOf(request, entry, http);
  if (!route.isIdempotent) return route.run(call as never, input as never); // both shaped by the route's own declaration
  const result = await runIdempotent(route, call as ProjectCall, sentKey(request), input, http.keptReplies); // idempotent routes take keys or members only
  await crashPoint('idempotency.after-commit');
  return result;
}

function respond(reply: FastifyReply, route: Route, { services }: HttpServices, result: unknown): FastifyReply {
  const first = Number(Object.keys(route.replies)[0]);
  const { status, body, headers } = result instanceof Answer ? result : new Answer(first, result);
  for (const [name, value] of Object.entries(headers)) void reply.header(name, value);
  void reply.code(status);
  if (route.replies[status] === null || body === null || body === undefined) {
    return reply.removeHeader('content-type').send();
  }
  if (body instanceof Readable) return sendStream(reply, body, services.log, limits.replySilenceSeconds * 1_000);
  const isWritten = Buffer.isBuffer(body) || (typeof body === 'string' && reply.hasHeader('content-type'));
  if (isWritten) return reply.send(body);
  const text = JSON.stringify(body);
  noteReply(reply.request, text);
  return reply.send(text);
}

function callOf(request: FastifyRequest, entry: Entry, http: HttpServices): PageCall | ProjectCall {
  const log = http.services.log.child({
    requestId: request.id,
    ...(entry.projectId ? { projectId: entry.projectId } : {}),
  });
  const client = clientOf(request);
  const timeouts = routeOf(request)?.isStream ? undefined : requestTimeouts(entryWaits.get(request) ?? 0);
  if (entry.caller && entry.projectId && !isAccountRoute(request)) {
    return {
      ...projectContext(http.services, entry.projectId, log, timeouts, originOf(request, entry)),
      caller: entry.caller,
      client,
      requestId: request.id,
    };
  }
  return {
    ...instanceContext(
      http.services,
      log,
      timeouts,
      entry.session?.membership?.projectId ?? null,
      originOf(request, entry),
    ),
    client,
    sessionToken: request.cookies[http.cookieName] ?? null,
    cookies: request.cookies,
    site: siteOf(request, http.ownOrigin),
    method: request.method as PageCall['method'], // pages are served under no other method
    header: headerOf(request),
    ...(entry.session ? { userId: entry.session.userId, sessionId: entry.session.sessionId } : {}),
    ...(entry.session?.membership ? entry.session.membership : {}),
  };
}

function originOf(request: FastifyRequest, { caller, session }: Entry): RequestOrigin {
  const userId = session?.userId ?? null;
  if (userId !== null) return { requestId: request.id, caller: 'user', userId };
  const byKey = caller ? (caller.kind === 'public' ? 'public-key' : 'key') : null;
  return { requestId: request.id, caller: byKey, userId };
}

const isAccountRoute = (request: FastifyRequest): boolean => routeOf(request)?.access === 'member';

const clientOf = (request: FastifyRequest): ClientFacts => ({
  address: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, 500) ?? null,
});

/** An invalid cookie is a failure like a wrong key. */
async function failedEntry(
  error: unknown,
  request: FastifyRequest,
  { services, cookieName }: HttpServices,
): Promise<never> {
  const isFailure =
    error instanceof Refusal &&
    (error.code === InvalidApiKey.code ||
      (error.code === Unauthorized.code && request.cookies[cookieName] !== undefined));
  if (isFailure) await countFailedAttempt(services.entryDatabase, request.ip);
  throw error;
}

const perCaller = limits.requestsPerCaller;

const showRate = ({ rate }: RateCount, reply: FastifyReply): void =>
  void reply.headers({
    'ratelimit-limit': String(perCaller.max),
    'ratelimit-remaining': String(Math.max(0, perCaller.max - rate.used)),
    'ratelimit-reset': String(rate.resetSeconds),
  });

function limitRequests({ counted }: Entry): void {
  if (!counted || counted.rate.used <= perCaller.max) return;
  throw TooManyRequests(counted.scope, perCaller, counted.rate.resetSeconds);
}

/** Counted in this process, because a statement for each call would help an attacker. Signed notices are exempt. */
function limitOpenCalls(request: FastifyRequest, route: Route, { services, openCalls }: HttpServices): void {
  const max = services.config.OPEN_CALLS_PER_ADDRESS;
  if (max === 0 || (route.takesAnyBody && !route.isPage)) return;
  const windowSeconds = 60;
  const { used, resetSeconds } = openCalls(network(request.ip), windowSeconds);
  if (used > max) throw TooManyRequests('address', { max, windowSeconds }, resetSeconds);
}

/** D-112: with a key a missing content type is read as JSON; with a cookie it must be stated. */
function checkMediaType(request: FastifyRequest, route: Route, entry: Entry): void {
  const hasBody =
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
  if (!hasBody || route.takesAnyBody) return;
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (route.upload) {
    if (type !== 'multipart/form-data') throw UnsupportedMediaType('multipart/form-data');
    return;
  }
  if (!type && entry.caller && entry.caller.kind !== 'session') return;
  if (!type || !/^application\/([\w.-]+\+)?json$/.test(type)) throw UnsupportedMediaType();
}
