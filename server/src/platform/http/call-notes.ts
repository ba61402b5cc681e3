import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ProjectId } from '#platform/context';
import type { Caller } from '#platform/identity';
import { limits } from '#pure/limits';
import type { FinishedCall, NotedRefusal } from './request-log.ts';
import { routeOf } from './route-of.ts';

/** What is remembered of a call until its reply is sent. */
interface CallNotes {
  readonly projectId: ProjectId;
  readonly caller: Caller;
  requestBody: string | null;
  responseBody: string | null;
  refusal: NotedRefusal | null;
  ignoredFields: readonly string[];
}

const notes = new WeakMap<FastifyRequest, CallNotes>();

/** More than the request log keeps, by one character: so it is known that there was more. */
const headCharacters = limits.loggedErrorBytes + 1;
const nameCharacters = 100;

/** From now on the call is noted. Reads of the dashboard are not (D-1042). */
export function openNotes(request: FastifyRequest, projectId: ProjectId, caller: Caller): void {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (caller.kind === 'session' && isRead) return;
  notes.set(request, {
    projectId,
    caller,
    requestBody: null,
    responseBody: null,
    refusal: null,
    ignoredFields: [],
  });
}

export function noteBody(request: FastifyRequest, text: string): void {
  const noted = notes.get(request);
  if (noted && text !== '') noted.requestBody = headOf(text);
}

export function noteReply(request: FastifyRequest, text: string): void {
  const noted = notes.get(request);
  if (noted) noted.responseBody = headOf(text);
}

export function noteRefusal(request: FastifyRequest, refusal: NotedRefusal): void {
  const noted = notes.get(request);
  if (noted) noted.refusal = refusal;
}

/** Top-level names that the shape of the body does not have. */
export function noteIgnored(request: FastifyRequest, shape: z.ZodType, raw: Readonly<Record<string, unknown>>): void {
  const noted = notes.get(request);
  if (!noted || !(shape instanceof z.ZodObject)) return;
  const known: object = shape.shape;
  for (const name in raw) {
    if (Object.hasOwn(known, name)) continue;
    if (noted.ignoredFields.length >= limits.ignoredFieldsLogged) return;
    noted.ignoredFields = [...noted.ignoredFields, name.slice(0, nameCharacters)];
  }
}

/** The call as it ended; null for one that is not noted. */
export function finishedCall(request: FastifyRequest, reply: FastifyReply): FinishedCall | null {
  const noted = notes.get(request);
  if (!noted) return null;
  const route = routeOf(request);
  const { url } = request;
  const queryAt = url.indexOf('?');
  return {
    ...noted,
    requestId: request.id,
    method: request.method,
    path: queryAt < 0 ? url : url.slice(0, queryAt),
    status: reply.statusCode,
    durationMs: reply.elapsedTime,
    clientAddress: request.ip,
    headers: request.headers,
    hasFile: route?.upload !== undefined,
    isReplyHidden: route?.isReplyHidden === true,
    isBodyHidden: route?.isBodyHidden === true,
    isDeprecated: reply.hasHeader('deprecation'),
  };
}

/** The beginning of a text, copied: a part of a long text would keep all of it in memory. */
const headOf = (text: string): string =>
  text.length <= headCharacters ? text : Buffer.from(text.slice(0, headCharacters)).toString('utf8');
