import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#platform/config';
import type { Cellar } from '#platform/context';
import { instanceContext, ofRequest, projectContext } from '#platform/context';
import { crashPoint } from '#platform/faults';
import type { localRates } from '#platform/rate-limit';
import { consumeRate, network } from '#platform/rate-limit';
import { Refusal } from '#platform/refusals';
import { Answer } from './answer.ts';
import type { ClientFacts, PageCall, ProjectCall } from './calls.ts';
import { requestsPerMinute } from './calls.ts';
import { collectBody } from './collect-body.ts';
import { noteDeprecated } from './deprecation.ts';
import { headerOf } from './header-of.ts';
import { findUse, runIdempotent, sentKey } from './idempotent.ts';
import type { Counted, Entry, IdentifyOptions } from './identify.ts';
import { identify } from './identify.ts';
import type { HeldRoom, LargeBodies } from './large-bodies.ts';
import { siteOf } from './origin.ts';
import { readUpload } from './read-upload.ts';
import { InvalidApiKey, TooManyRequests, Unauthorized, UnsupportedMediaType } from './refusals.ts';
import type { Route } from './route.ts';
import type { UploadBudget } from './upload-budget.ts';
import type { RawInput } from './validate.ts';
import { validate } from './validate.ts';

export interface Doorway extends IdentifyOptions {
  cellar: Cellar;
  uploads: UploadBudget;
  large: LargeBodies;
  /** Calls without credentials, by address. */
  openCalls: ReturnType<typeof localRates>;
}

const entries = new WeakMap<FastifyRequest, Entry>();
const rooms = new WeakMap<FastifyRequest, HeldRoom>();

/** Everything decided before the body is read (D-109): identity, project, role, rate limit, idempotency key, media type. */
export async function enter(request: FastifyRequest, reply: FastifyReply, route: Route, door: Doorway): Promise<void> {
  const entry = await identify(request, route, door, (counted) => tellCount(counted, reply)).catch((error: unknown) =>
    failedEntry(error, request, door),
  );
  entries.set(request, entry);
  limitRequests(entry);
  if (route.access === 'none') limitOpenCalls(request, route, door);
  const key = route.isIdempotent ? sentKey(request) : null;
  if (key !== null) await findUse(callOf(request, entry, door) as ProjectCall, key); // idempotent routes come with a project
  checkMediaType(request, route, entry);
}

/** Lets a large body have room as it arrives; it is free again when the answer is out or the caller is gone. */
export function openRoom(request: FastifyRequest, reply: FastifyReply, door: Doorway): void {
  const room = door.large.open(entries.get(request)?.projectId ?? request.ip);
  rooms.set(request, room);
  reply.raw.once('close', () => room.giveBack());
}

/** The body as text. Why: it is parsed by us after the door, with our own limits and our own words. */
export function readText(request: FastifyRequest, config: Config): Promise<string> {
  const route = routeOf(request);
  const lower = route?.settingLimit?.(config);
  return collectBody(request, { isJson: !route?.takesAnyBody, room: rooms.get(request), lower });
}

/** Validates, runs, answers. */
export async function serve(
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  door: Doorway,
): Promise<FastifyReply> {
  const { upload } = route;
  if (!upload) {
    const input = validate(route, request);
    noteDeprecated(reply, route, input.body);
    return respond(reply, route, await run(request, route, door, input));
  }
  return door.uploads.with(upload.maxBytes, async () => {
    const file = await readUpload(request, upload);
    return respond(reply, route, await run(request, route, door, { ...validate(route, request), file }));
  });
}

async function run(request: FastifyRequest, route: Route, door: Doorway, input: RawInput): Promise<unknown> {
  const entry = entries.get(request);
  if (!entry) throw new Error('a request reached its handler without passing the door');
  const call = callOf(request, entry, door);
  if (!route.isIdempotent) return route.run(call as never, input as never); // both shaped by the route's own declaration
  const result = await runIdempotent(route, call as ProjectCall, request, input); // idempotent routes take keys or members only
  await crashPoint('idempotency.after-commit');
  return result;
}

function respond(reply: FastifyReply, route: Route, result: unknown): FastifyReply {
  const first = Number(Object.keys(route.replies)[0]);
  const { status, body, headers } = result instanceof Answer ? result : new Answer(first, result);
  for (const [name, value] of Object.entries(headers)) void reply.header(name, value);
  void reply.code(status);
  if (route.replies[status] === null || body === null || body === undefined) {
    return reply.removeHeader('content-type').send();
  }
  const isWritten = Buffer.isBuffer(body) || (typeof body === 'string' && reply.hasHeader('content-type'));
  return reply.send(isWritten ? body : JSON.stringify(body));
}

function callOf(request: FastifyRequest, entry: Entry, door: Doorway): PageCall | ProjectCall {
  const log = door.cellar.log.child({
    requestId: request.id,
    ...(entry.projectId ? { projectId: entry.projectId } : {}),
  });
  const client = clientOf(request);
  if (entry.caller && entry.projectId && !isAccountRoute(request)) {
    return {
      ...projectContext(door.cellar, entry.projectId, log, ofRequest),
      caller: entry.caller,
      client,
      requestId: request.id,
    };
  }
  return {
    ...instanceContext(door.cellar, log, ofRequest),
    client,
    sessionToken: request.cookies[door.cookieName] ?? null,
    cookies: request.cookies,
    site: siteOf(request, door.ownOrigin),
    method: request.method as PageCall['method'], // pages are served under no other
    header: headerOf(request),
    ...(entry.session ? { userId: entry.session.userId, sessionId: entry.session.sessionId } : {}),
    ...(entry.session?.membership ? entry.session.membership : {}),
  };
}

const isAccountRoute = (request: FastifyRequest): boolean => routeOf(request)?.access === 'member';
const routeOf = (request: FastifyRequest): Route | undefined =>
  (request.routeOptions.config as { route?: Route }).route; // set by the server

const clientOf = (request: FastifyRequest): ClientFacts => ({
  address: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, 500) ?? null,
});

/** D-134: somebody who keeps failing is told to wait. A cookie that opens nothing is a failure like a wrong key. */
async function failedEntry(error: unknown, request: FastifyRequest, { cellar, cookieName }: Doorway): Promise<never> {
  const isFailure =
    error instanceof Refusal &&
    (error.code === InvalidApiKey.code ||
      (error.code === Unauthorized.code && request.cookies[cookieName] !== undefined));
  if (isFailure) {
    const { used, resetSeconds } = await consumeRate(
      cellar.entryDatabase,
      `failed:${network(request.ip)}`,
      failures,
      60,
    );
    if (used > failures) throw TooManyRequests('address', failures, 60, resetSeconds);
  }
  throw error;
}

const failures = 100;

const tellCount = ({ rate }: Counted, reply: FastifyReply): void =>
  void reply.headers({
    'ratelimit-limit': String(requestsPerMinute),
    'ratelimit-remaining': String(Math.max(0, requestsPerMinute - rate.used)),
    'ratelimit-reset': String(rate.resetSeconds),
  });

function limitRequests({ counted }: Entry): void {
  if (!counted || counted.rate.used <= requestsPerMinute) return;
  throw TooManyRequests(counted.scope, requestsPerMinute, 60, counted.rate.resetSeconds);
}

/** Counted in this process, because a statement for each would be what an attacker wants. Signed notices are exempt. */
function limitOpenCalls(request: FastifyRequest, route: Route, { cellar, openCalls }: Doorway): void {
  const most = cellar.config.OPEN_CALLS_PER_ADDRESS;
  if (most === 0 || (route.takesAnyBody && !route.isPage)) return;
  const { used, resetSeconds } = openCalls(network(request.ip), 60);
  if (used > most) throw TooManyRequests('address', most, 60, resetSeconds);
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
