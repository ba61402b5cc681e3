import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { sha256 } from '#platform/crypto';
import { Invalid } from '#platform/refusals';
import { fieldProblems } from './field-problems.ts';
import { queryOf, unreadable } from './query-of.ts';
import { readBody } from './read-body.ts';
import { BadParameter, RouteNotFound } from './refusals.ts';
import type { Route, UploadedFile } from './route.ts';
import { pathRefusals } from './shapes.ts';
import { likelyMeant } from './suggestion.ts';

export interface RawInput {
  params: unknown;
  query: unknown;
  body: unknown;
  file?: UploadedFile;
  text?: string;
  /** Of the body as it was sent, for requests with an Idempotency-Key. */
  bodyHash?: Buffer;
}

/** Path, then query, then body: a malformed id is "not there", a query value a 400, a body a 422 (D-142). */
export function validate(route: Route, request: FastifyRequest): RawInput {
  const text = typeof request.body === 'string' ? request.body : '';
  request.body = undefined; // what is made of it may be as large again
  return {
    ...(route.isIdempotent && request.headers['idempotency-key'] ? { bodyHash: sha256(text) } : {}),
    ...(route.takesAnyBody ? { text } : {}),
    params: route.params ? readParams(route.params, request) : {},
    query: route.query ? readQuery(route.query, request) : {},
    body: route.body ? readInput(route, text) : {},
  };
}

/**
 * Why U+0001 for U+0000: the database cannot read the one, and nothing that a path can name holds the other. So the route
 * itself says that there is no such thing.
 */
function readParams(shape: z.ZodType, request: FastifyRequest): unknown {
  const given = Object.entries(request.params as Record<string, string>); // path parameters are text
  const parsed = shape.safeParse(
    Object.fromEntries(given.map(([name, value]) => [name, value.replaceAll('\0', '\u0001')])),
  );
  if (parsed.success) return parsed.data;
  const name = String(parsed.error.issues[0]?.path[0]);
  const field = shape instanceof z.ZodObject ? shape.shape[name] : undefined;
  const told = field ? pathRefusals.get(field) : undefined;
  throw told ? told.refusal(Object.fromEntries(given)[name]) : RouteNotFound(request.method, request.url);
}

function readQuery(shape: z.ZodType, request: FastifyRequest): unknown {
  const given = queryOf(request.url);
  const names = shape instanceof z.ZodObject ? Object.keys(shape.shape) : Object.keys(given);
  for (const name of names) if (given[name] === unreadable) throw BadParameter(name);
  const parsed = shape.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const name = String(issue?.path[0]);
  const allowed = issue?.code === 'custom' ? (issue.params?.allowed as unknown[] | undefined) : undefined; // set by `choice`
  throw BadParameter(name, given[name], allowed);
}

/** A shape may know what the caller should do instead: `params: { suggestion }` of its issue. */
function suggested(issues: readonly z.core.$ZodIssue[]): string | undefined {
  const told = issues.flatMap((issue) => (issue.code === 'custom' ? [issue.params?.suggestion] : []));
  return told.find((text): text is string => typeof text === 'string');
}

function readInput(route: Route, text: string): unknown {
  const raw = readBody(text);
  route.precheck?.(raw);
  const parsed = route.body?.safeParse(raw);
  if (!parsed || parsed.success) return parsed?.data;
  const problems = fieldProblems(parsed.error.issues, raw);
  throw Invalid(problems, likelyMeant(problems, route.body, raw) ?? suggested(parsed.error.issues));
}
