import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ClosedProject, closedProjectOf, isDatabaseFull, isOutage, isStatementTimeout } from '#platform/db';
import { ProjectNotFound, ProjectResetting } from '#platform/identity';
import type { Logger } from '#platform/log';
import { Refusal, type RefusalKind } from '#platform/refusals';
import { NoFreeSlot } from '#platform/shares';
import { noteRefusal, noteReply } from './call-notes.ts';
import { drainRequest } from './drain-request.ts';
import { errorBody } from './envelope.ts';
import { headerOf } from './header-of.ts';
import {
  DatabaseFull,
  Overloaded,
  ProjectMoving,
  RouteNotFound,
  TookTooLong,
  Unavailable,
  UnreadableUrl,
  UnsupportedMediaType,
} from './refusals.ts';
import type { RefusalPage, Route } from './route.ts';

/** The HTTP status of each kind of refusal; only this layer knows them. */
export const statuses: Record<RefusalKind, number> = {
  malformed: 400,
  unfit: 400,
  invalid: 422,
  unauthenticated: 401,
  unpaid: 402,
  forbidden: 403,
  missing: 404,
  'not-allowed': 405,
  conflict: 409,
  'too-large': 413,
  unsupported: 415,
  throttled: 429,
  outside: 500,
  unavailable: 503,
};

/** Replies to a refusal with the specification's envelope, or logs an internal error once and replies 500 with the request id. */
export function replyWithError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Logger,
): FastifyReply {
  const refused = error instanceof Refusal ? error : translated(error, request);
  const page = pageOf(refused, request);
  if (!refused) {
    log.error(
      { error, requestId: request.id, method: request.method, route: request.routeOptions.url },
      'request failed',
    );
    if (page) return reply.code(500).headers(page.headers).send(page.body);
    noteRefusal(request, { ...internalError, suggestion: null });
    return send(reply, request, 500, internalError);
  }
  const status = statuses[refused.kind];
  const refuse = (): FastifyReply => replyWithRefusal(refused, page, request, reply);
  if (status !== 413 && !isUnread(request, reply)) return refuse();

  if (!isLastOfConnection(reply)) {
    drainRequest(request);
    void reply.removeHeader('connection'); // set by the HTTP library
    return refuse();
  }
  // Why only then: Node closes the connection right behind this reply, and a caller that still writes would lose it.
  void reply.header('connection', 'close');
  drainRequest(request, () => void refuse());
  return reply;
}

function replyWithRefusal(
  refused: Refusal,
  page: ReturnType<RefusalPage>,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const status = statuses[refused.kind];
  const { message, isPlain, retryAfterSeconds, ...extra } = refused.text;
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', String(Math.max(1, retryAfterSeconds)));
  if (status === 401) void reply.header('www-authenticate', 'Bearer');
  if (Array.isArray(extra.details?.allowed) && status === 405)
    void reply.header('allow', extra.details.allowed.join(', '));
  if (page) return reply.code(status).headers(page.headers).send(page.body);
  noteRefusal(request, { code: refused.code, message, suggestion: extra.suggestion ?? null });
  if (isPlain) return json(linked(reply, refused.code), status, { error: message });
  return send(reply, request, status, { code: refused.code, message, ...extra });
}

const internalError = { code: 'INTERNAL_SERVER_ERROR', message: 'Something went wrong on our side.' } as const;

/** Refused before its body was complete, on which the HTTP library closes the connection. */
const isUnread = ({ raw }: FastifyRequest, reply: FastifyReply): boolean =>
  reply.getHeader('connection') === 'close' && !raw.readableEnded && !raw.destroyed;

/** The caller asked for the end of its connection, or the next request on it would get a bare 503 (`maxRequestsPerSocket`). */
const isLastOfConnection = ({ raw }: FastifyReply): boolean =>
  !raw.shouldKeepAlive || (raw as { maxRequestsOnConnectionReached?: boolean }).maxRequestsOnConnectionReached === true; // Node's types do not know it

function pageOf(refused: Refusal | null, request: FastifyRequest): ReturnType<RefusalPage> {
  const config = request.routeOptions.config as { route?: Route } | undefined; // set by the server where there is a route
  return config?.route?.refusalPage?.(refused, headerOf(request)) ?? null;
}

const send = (
  reply: FastifyReply,
  request: FastifyRequest,
  status: number,
  error: { code: string; message: string },
): FastifyReply => json(linked(reply, error.code), status, errorBody(status, request.id, error));

/** Names the page about the code (D-149). */
const linked = (reply: FastifyReply, code: string): FastifyReply =>
  reply.header('link', `</docs/errors/${code}>; rel="help"`);

// Why: Fastify removes the content type of a reply that becomes an error.
function json(reply: FastifyReply, status: number, body: object): FastifyReply {
  const text = JSON.stringify(body);
  noteReply(reply.request, text);
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(text);
}

/** Errors of the HTTP library and the database that the caller caused, or that are temporary. */
function translated(error: unknown, { method, url }: FastifyRequest): Refusal | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return UnsupportedMediaType();
  if (code === 'FST_ERR_BAD_URL') return UnreadableUrl();
  // No resource has a name that long.
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return RouteNotFound(method, url.split('?')[0] ?? '');
  if (error instanceof NoFreeSlot) return Overloaded('requests', 1);
  const closed = closedProjectOf(error);
  if (closed) return refusalOf(closed);
  if (isStatementTimeout(error)) return TookTooLong();
  if (isDatabaseFull(error)) return DatabaseFull();
  if (isOutage(error)) return Unavailable();
  return null;
}

function refusalOf(closed: ClosedProject): Refusal {
  if (closed.kind === 'gone') return ProjectNotFound();
  return closed.kind === 'resetting' ? ProjectResetting(closed.jobId) : ProjectMoving();
}
