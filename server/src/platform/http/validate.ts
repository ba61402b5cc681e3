import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { sha256 } from '#platform/crypto';
import { type FieldProblem, Invalid, type Refusal } from '#platform/refusals';
import { editDistance } from '#pure/edit-distance';
import { noteIgnored } from './call-notes.ts';
import { fieldProblems } from './field-problems.ts';
import type { OpenStream } from './open-streams.ts';
import { queryOf, unreadable } from './query-of.ts';
import { readBody } from './read-body.ts';
import { BadParameter, RouteNotFound } from './refusals.ts';
import type { Route, UploadedFile } from './route.ts';
import { pathRefusals } from './shapes.ts';

export interface RawInput {
  params: unknown;
  query: unknown;
  body: unknown;
  file?: UploadedFile;
  text?: string;
  /** Of the body as it was sent, for requests with an Idempotency-Key. */
  bodyHash?: Buffer;
  lastEventId?: string | null;
  stream?: OpenStream;
}

/** Path, then query, then body: a malformed id is a 404, a query value a 400, a body a 422 (D-142). */
export function validate(route: Route, request: FastifyRequest): RawInput {
  const text = typeof request.body === 'string' ? request.body : '';
  request.body = undefined; // the parsed body may be as large again
  return {
    ...(route.isIdempotent && request.headers['idempotency-key'] ? { bodyHash: sha256(text) } : {}),
    ...(route.takesAnyBody ? { text } : {}),
    params: route.params
      ? readParams(route.params, request.params as Record<string, string>, () =>
          RouteNotFound(request.method, request.url),
        )
      : {}, // path parameters are text
    query: route.query ? readQuery(route.query, queryOf(request.url)) : {},
    body: route.body ? readSentBody(route, request, text) : {},
  };
}

/** What a caller gives to a route by another way than a request of its own. */
export interface GivenInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** As `readBody` returns it. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** The same checks, for input that is no request. */
export const validateGiven = (route: Route, given: GivenInput): RawInput => ({
  params: route.params ? readParams(route.params, given.params, () => RouteNotFound(route.method, route.path)) : {},
  query: route.query ? readQuery(route.query, given.query) : {},
  body: route.body ? readInput(route, given.body) : {},
});

/**
 * Why U+0001 for U+0000: the database cannot store U+0000, and no name in a path contains U+0001. So the route itself
 * replies with its own 404.
 */
function readParams(shape: z.ZodType, values: Readonly<Record<string, string>>, notFound: () => Refusal): unknown {
  const given = Object.entries(values);
  const parsed = shape.safeParse(
    Object.fromEntries(given.map(([name, value]) => [name, value.replaceAll('\0', '\u0001')])),
  );
  if (parsed.success) return parsed.data;
  const name = String(parsed.error.issues[0]?.path[0]);
  const field = shape instanceof z.ZodObject ? shape.shape[name] : undefined;
  const registered = field ? pathRefusals.get(field) : undefined;
  throw registered ? registered.refusal(Object.fromEntries(given)[name]) : notFound();
}

function readQuery(shape: z.ZodType, given: ReturnType<typeof queryOf>): unknown {
  const names = shape instanceof z.ZodObject ? Object.keys(shape.shape) : Object.keys(given);
  for (const name of names) if (given[name] === unreadable) throw BadParameter(name);
  const parsed = shape.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const name = String(issue?.path[0]);
  const allowed = issue?.code === 'custom' ? (issue.params?.allowed as unknown[] | undefined) : undefined; // set by `choice`
  throw BadParameter(name, given[name], allowed);
}

function readSentBody(route: Route, request: FastifyRequest, text: string): unknown {
  const raw = readBody(text);
  if (route.body) noteIgnored(request, route.body, raw);
  return readInput(route, raw);
}

function readInput(route: Route, raw: Readonly<Record<string, unknown>>): unknown {
  route.precheck?.(raw);
  const parsed = route.body?.safeParse(raw);
  if (!parsed || parsed.success) return parsed?.data;
  const problems = fieldProblems(parsed.error.issues, raw);
  throw Invalid(problems, likelyMeant(problems, route.body, raw) ?? suggested(parsed.error.issues));
}

/** Names the field a caller probably meant, when an ignored name is one or two letters from a missing one (D-114). */
function likelyMeant(
  problems: readonly FieldProblem[],
  shape: z.ZodType | undefined,
  raw: Readonly<Record<string, unknown>>,
): string | undefined {
  if (!(shape instanceof z.ZodObject)) return undefined;
  const ignored = Object.keys(raw).filter((name) => !Object.hasOwn(shape.shape, name) && name.length <= 40);
  for (const problem of problems) {
    if (problem.code !== 'required') continue;
    const near = ignored.find((name) => editDistance(name.toLowerCase(), problem.field.toLowerCase(), 2) <= 2);
    if (near) return `Did you mean \`${problem.field}\` instead of \`${near}\`?`;
  }
  return undefined;
}

/** A shape may suggest what the caller should do instead: `params: { suggestion }` of its issue. */
function suggested(issues: readonly z.core.$ZodIssue[]): string | undefined {
  const suggestions = issues.flatMap((issue) => (issue.code === 'custom' ? [issue.params?.suggestion] : []));
  return suggestions.find((text): text is string => typeof text === 'string');
}
