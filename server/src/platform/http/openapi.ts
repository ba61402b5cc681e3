import { z } from 'zod';
import type { Route } from './route.ts';

interface About {
  title: string;
  version: string;
  baseUrl?: string;
}

const security: Record<Route['access'], object[]> = {
  none: [],
  public: [{ publicKey: [] }],
  secret: [{ secretKey: [] }, { session: [], project: [] }],
  session: [{ session: [] }],
  member: [{ session: [] }],
};

/** The OpenAPI 3.1 document of a route table: the contract, and the source of the generated tests. */
export function openApi(routes: readonly Route[], about: About): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = operation(route);
  }
  return {
    openapi: '3.1.0',
    info: { title: about.title, version: about.version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: about.baseUrl ?? '/' }],
    paths,
    components: { securitySchemes, schemas: { Error: errorSchema } },
  };
}

function operation(route: Route): object {
  const parameters = [...named(route.params, 'path'), ...named(route.query, 'query'), ...idempotencyHeader(route)];
  return {
    operationId: operationId(route),
    summary: route.summary,
    'x-auth': route.access === 'member' ? 'session' : route.access,
    'x-effect': route.method === 'GET' ? 'read' : 'write',
    ...(route.role ? { 'x-role': route.role } : {}),
    security: security[route.access],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body
      ? { requestBody: { content: { 'application/json': { schema: schemaOf(route.body, 'input') } } } }
      : {}),
    responses: { ...goodReplies(route), ...refusals(route) },
  };
}

const operationId = (route: Route): string =>
  route.method.toLowerCase() +
  route.path
    .split(/[/-]/)
    .filter(Boolean)
    .map((part) => part.replace(/^[:@]/, ''))
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');

function named(shape: z.ZodType | undefined, place: 'path' | 'query'): object[] {
  if (!(shape instanceof z.ZodObject)) return [];
  const { properties = {} } = schemaOf(shape, 'input') as { properties?: Record<string, Record<string, unknown>> }; // an object schema
  return Object.entries(properties).map(([name, { 'x-resource': resource, ...schema }]) => ({
    name,
    in: place,
    required: place === 'path',
    ...(resource ? { 'x-resource': resource } : {}),
    schema,
  }));
}

const idempotencyHeader = (route: Route): object[] =>
  route.isIdempotent
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          schema: { type: 'string', minLength: 1, maxLength: 255 },
        },
      ]
    : [];

function goodReplies(route: Route): Record<string, object> {
  const entries = Object.entries(route.replies).map(([status, shape]) => [
    status,
    {
      description: route.summary,
      ...(shape ? { content: { 'application/json': { schema: schemaOf(shape, 'output') } } } : {}),
    },
  ]);
  return Object.fromEntries(entries) as Record<string, object>; // entries above
}

function refusals(route: Route): Record<string, object> {
  const codes = (route.refuses ?? []).map((refusal) => refusal.code);
  const description =
    codes.length > 0 ? `Refused: ${[...new Set(codes)].join(', ')}, or a common error.` : 'A common error.';
  return {
    default: { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
  };
}

function schemaOf(shape: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _drop, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: 'any' }) as Record<
    string,
    unknown
  >; // plain JSON
  return schema;
}

const securitySchemes = {
  secretKey: { type: 'http', scheme: 'bearer', description: 'The secret key, sk_…' },
  publicKey: { type: 'http', scheme: 'bearer', description: 'The public key, pk_…' },
  session: { type: 'apiKey', in: 'cookie', name: '__Host-session' },
  project: { type: 'apiKey', in: 'header', name: 'X-Project-Id' },
};

const errorSchema = {
  type: 'object',
  required: ['success', 'error', 'timestamp'],
  properties: {
    success: { const: false },
    error: {
      type: 'object',
      required: ['code', 'message', 'statusCode', 'requestId'],
      properties: {
        code: { type: 'string' },
        message: { type: 'string' },
        statusCode: { type: 'integer' },
        requestId: { type: 'string' },
        errors: { type: 'array', items: { type: 'object' } },
        details: { type: 'object' },
        suggestion: { type: 'string' },
      },
    },
    timestamp: { type: 'string', format: 'date-time' },
  },
};
