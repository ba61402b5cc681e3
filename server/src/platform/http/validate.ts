import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Invalid } from '#platform/refusals';
import { fieldProblems } from './field-problems.ts';
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
}

/** Path, then query, then body: a malformed id is "not there", a query value a 400, a body a 422 (D-142). */
export function validate(route: Route, request: FastifyRequest): RawInput {
  const text = typeof request.body === 'string' ? request.body : '';
  return {
    params: route.params ? readParams(route.params, request) : {},
    query: route.query ? readQuery(route.query, request.query as Record<string, unknown>) : {}, // our own parser made it
    body: route.body ? readInput(route, text) : {},
    text,
  };
}

function readParams(shape: z.ZodType, request: FastifyRequest): unknown {
  const parsed = shape.safeParse(request.params);
  if (parsed.success) return parsed.data;
  const name = String(parsed.error.issues[0]?.path[0]);
  const field = shape instanceof z.ZodObject ? shape.shape[name] : undefined;
  const told = field ? pathRefusals.get(field) : undefined;
  const given = (request.params as Record<string, string>)[name]; // path parameters are text
  throw told ? told.refusal(given) : RouteNotFound(request.method, request.url);
}

function readQuery(shape: z.ZodType, raw: Record<string, unknown>): unknown {
  const given: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(raw)) {
    const first: unknown = Array.isArray(value) ? value[0] : value;
    if (first !== '') given[name] = first;
  }
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
