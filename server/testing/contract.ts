import { AssertionError } from 'node:assert';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Call, Reply } from './client.ts';

interface Response {
  content?: Record<string, unknown>;
}

interface Operation {
  requestBody?: { 'x-body-limit-bytes'?: number };
  responses: Record<string, Response | { $ref: string }>;
}

export interface Contract {
  /** Names of the built endpoints, `GET /contacts/:id`. */
  readonly endpoints: ReadonlySet<string>;
  /** The limit of a JSON body of the endpoint, from the document. */
  bodyLimitOf(endpoint: string): number;
  /** Methods that a path has. */
  methodsOf(path: string): string[];
  /** Fails when the document does not promise this reply to this request. */
  check(call: Call, reply: Reply): void;
}

/** Reads `/openapi.json`: every reply of the instance is checked against its own document. */
export function readContract(document: object): Contract {
  const { paths, components } = document as {
    paths: Record<string, Record<string, Operation>>;
    components: { responses: Record<string, Response> };
  }; // the instance's own document
  const { 'x-error-codes': codes = [] } = document as { 'x-error-codes'?: readonly ErrorCode[] }; // the same
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema(closed(document) as object, 'contract');
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const shapes = operations
    .map((found) => ({ ...found, pattern: patternOf(found.path) }))
    .toSorted((left, right) => literals(right.path) - literals(left.path));

  return {
    endpoints: new Set(operations.map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`)),
    bodyLimitOf(endpoint) {
      const found = operations.find(
        ({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}` === endpoint,
      );
      return found?.operation.requestBody?.['x-body-limit-bytes'] ?? 0;
    },
    methodsOf: (path) => Object.keys(paths[path.replace(/:(\w+)/g, '{$1}')] ?? {}).map((name) => name.toUpperCase()),
    check(call, reply) {
      if (call.method === 'OPTIONS') return;
      const method = call.method === 'HEAD' ? 'GET' : call.method;
      const plainPath = (call.path.split('?')[0] ?? '').replace(/(.)\/$/, '$1');
      const found = shapes.find((shape) => shape.method === method && shape.pattern.test(plainPath));
      const pointer = found ? responsePointer(found, components.responses, call, reply) : '/components/schemas/Error';
      if (pointer === null || call.method === 'HEAD') return;
      checkCode(call, reply, codes);
      const validate = ajv.getSchema(`contract#${pointer}`);
      if (validate?.(reply.body)) return;
      throw broken(call, reply, ajv.errorsText(validate?.errors ?? null, { dataVar: 'reply' }));
    },
  };
}

/** The formats that our document uses. */
function addFormats(ajv: Ajv2020): void {
  ajv.addFormat('uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  ajv.addFormat('email', /^[^@\s]+@[^@\s]+$/);
  ajv.addFormat('uri', (text) => URL.canParse(text));
}

/** The JSON pointer of a reply's schema; null for a reply without a body. */
function responsePointer(
  found: { path: string; method: string; operation: Operation },
  shared: Record<string, Response>,
  call: Call,
  reply: Reply,
) {
  const { responses } = found.operation;
  const keys = [String(reply.status), ...(reply.status >= 400 && reply.status < 500 ? ['4XX'] : [])];
  const key = keys.find((each) => responses[each]) ?? (reply.status >= 500 ? 'default' : null);
  const named = key === null ? undefined : responses[key];
  if (key === null || !named) throw broken(call, reply, 'the document does not name this status');
  const sharedName = '$ref' in named ? named.$ref.slice(named.$ref.lastIndexOf('/') + 1) : null;
  const response = sharedName === null ? (named as Response) : (shared[sharedName] ?? {}); // not a reference
  if (!response.content) {
    if (reply.text !== '') throw broken(call, reply, 'the document promises no body');
    return null;
  }
  const types = Object.keys(response.content);
  const type = types.find((promised) => reply.headers['content-type']?.startsWith(promised));
  if (type === undefined) throw broken(call, reply, `the document promises ${types.join(' or ')}`);
  if (type !== 'application/json') return null;
  const own = ['paths', found.path, found.method.toLowerCase(), 'responses', key];
  const base = sharedName === null ? own : ['components', 'responses', sharedName];
  const segments = [...base, 'content', 'application/json', 'schema'];
  return `/${segments.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
}

interface ErrorCode {
  status: number;
  code: string;
  details: readonly string[];
  reasons?: readonly string[];
}

/** An error has a code, a status and details that the document names. */
function checkCode(call: Call, reply: Reply, codes: readonly ErrorCode[]): void {
  const error = reply.status >= 400 ? reply.body?.error : undefined;
  if (typeof error !== 'object' || error === null) return;
  const known = codes.find(({ status, code }) => status === reply.status && code === error.code);
  if (!known) throw broken(call, reply, `the document has no ${reply.status} ${error.code}`);
  const more = Object.keys(error.details ?? {}).filter((key) => !known.details.includes(key));
  if (more.length > 0) throw broken(call, reply, `the document names no details.${more.join(', ')}`);
  if (known.reasons && !known.reasons.includes(error.details?.reason)) throw broken(call, reply, 'an unknown reason');
}

const broken = (call: Call, reply: Reply, why: string): Error =>
  new AssertionError({
    message: `contract: ${call.method} ${call.path} returned ${reply.status}: ${why}\n${reply.text}`,
  });

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.@]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`);
const literals = (path: string): number => path.split('/').filter((part) => !part.startsWith('{')).length;

/** Replies may get new fields, but only documented ones: here an undocumented field is a fault. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const kept = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]));
  const isObject = kept.type === 'object' && 'properties' in kept && !('additionalProperties' in kept);
  return isObject ? { ...kept, additionalProperties: false } : kept;
}
