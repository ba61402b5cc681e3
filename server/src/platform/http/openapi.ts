import { z } from 'zod';
import { bodyLimitOf } from './body-limit.ts';
import { errorCodes } from './error-codes.ts';
import { statuses } from './errors.ts';
import { fieldCodes } from './field-codes.ts';
import type { Route } from './route.ts';
import type { SchemaBook } from './schema-book.ts';
import { schemaBook } from './schema-book.ts';

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
  const book = schemaBook();
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = operation(route, book);
  }
  return {
    openapi: '3.1.0',
    info: { title: about.title, version: about.version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: about.baseUrl ?? '/' }],
    'x-error-codes': errorCodes,
    paths,
    components: { securitySchemes, schemas: { ...book.named, Error: errorSchema, PlainError: plainErrorSchema } },
  };
}

function operation(route: Route, book: SchemaBook): object {
  const parameters = [
    ...named(route.params, 'path', book),
    ...named(route.query, 'query', book),
    ...idempotencyHeader(route),
  ];
  return {
    operationId: operationId(route),
    summary: route.summary,
    ...(route.description ? { description: route.description } : {}),
    'x-auth': route.access === 'member' ? 'session' : route.access,
    'x-effect': route.method === 'GET' ? 'read' : 'write',
    ...(route.role ? { 'x-role': route.role } : {}),
    security: security[route.access],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...requestBody(route, book),
    responses: { ...goodReplies(route, book), ...refusals(route) },
  };
}

function requestBody(route: Route, book: SchemaBook): object {
  if (route.upload)
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: fileSchema } } } };
  if (route.takesAnyBody) return { requestBody: { content: { '*/*': { schema: { type: 'string' } } } } };
  if (!route.body) return {};
  const limit = { 'x-body-limit-bytes': bodyLimitOf(route) };
  const content = { 'application/json': { schema: book.schemaOf(route.body, 'input') } };
  // No body reads as an empty object, so a body is needed where an empty object is refused.
  return { requestBody: { required: !route.body.safeParse({}).success, ...limit, content } };
}

const fileSchema = {
  type: 'object',
  properties: { file: { type: 'string', format: 'binary' } },
  required: ['file'],
};

const operationId = (route: Route): string =>
  route.method.toLowerCase() +
  route.path
    .split(/[/-]/)
    .filter(Boolean)
    .map((part) => part.replace(/^[:@]/, ''))
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');

function named(shape: z.ZodType | undefined, place: 'path' | 'query', book: SchemaBook): object[] {
  if (!(shape instanceof z.ZodObject)) return [];
  const { properties = {} } = book.schemaOf(shape, 'input') as { properties?: Record<string, Record<string, unknown>> }; // an object schema
  return Object.entries(properties).map(([name, { 'x-resource': resource, ...schema }]) => ({
    name,
    in: place,
    required: place === 'path',
    ...(resource ? { 'x-resource': resource } : {}),
    schema: { ...schema, ...fallbackOf(shape.shape[name]) },
  }));
}

/** Why asked of the shape: the schema of what a transformed shape takes in has no default. */
function fallbackOf(shape: z.ZodType | undefined): { default?: unknown } {
  const { default: fallback } = (shape && z.globalRegistry.get(shape)) ?? {};
  return fallback === undefined ? {} : { default: fallback };
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

function goodReplies(route: Route, book: SchemaBook): Record<string, object> {
  const contentOf = (shapes: Readonly<Record<string, z.ZodType>>): object =>
    Object.fromEntries(
      Object.entries(shapes).map(([type, shape]) => [type, { schema: book.schemaOf(shape, 'output') }]),
    );
  const entries = Object.entries(route.replies).map(([status, shape]) => [
    status,
    {
      description: route.summary,
      ...(shape ? { content: contentOf({ [route.produces ?? 'application/json']: shape, ...route.otherwise }) } : {}),
    },
  ]);
  return Object.fromEntries(entries) as Record<string, object>; // entries above
}

/** One answer per status the route itself refuses with; `default` stands for what any route may say. */
function refusals(route: Route): Record<string, object> {
  const byStatus = Map.groupBy(route.refuses ?? [], (refusal) => statuses[refusal.kind]);
  const own = [...byStatus].map(([status, told]) => {
    const description = `Refused: ${[...new Set(told.map(({ code }) => code))].join(', ')}.`;
    const forms = [...new Set(told.map(({ isPlain }) => (isPlain ? 'PlainError' : 'Error')))];
    return [status, refused(route, description, ...(forms.includes('Error') ? forms : ['Error', ...forms]))];
  });
  return { ...Object.fromEntries(own), default: refused(route, 'An error that any route may answer.', 'Error') };
}

function refused({ isPage }: Route, description: string, ...forms: string[]): object {
  const [first, ...more] = forms.map((form) => ({ $ref: `#/components/schemas/${form}` }));
  return {
    description,
    content: {
      'application/json': { schema: more.length > 0 ? { anyOf: [first, ...more] } : first },
      ...(isPage ? { 'text/html': { schema: { type: 'string' } } } : {}),
    },
  };
}

const securitySchemes = {
  secretKey: { type: 'http', scheme: 'bearer', description: 'The secret key, sk_…' },
  publicKey: { type: 'http', scheme: 'bearer', description: 'The public key, pk_…' },
  session: { type: 'apiKey', in: 'cookie', name: '__Host-session' },
  project: { type: 'apiKey', in: 'header', name: 'X-Project-Id' },
};

const fieldErrorSchema = {
  type: 'object',
  required: ['field', 'code', 'message'],
  properties: {
    field: { type: 'string', description: 'A path with dots; empty for the body itself.' },
    code: { type: 'string', enum: fieldCodes },
    message: { type: 'string' },
    received: { description: 'The JSON type, or the value cut to 100 characters; never of secrets.' },
  },
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
        errors: { type: 'array', maxItems: 50, items: fieldErrorSchema },
        details: { type: 'object' },
        suggestion: { type: 'string' },
      },
    },
    timestamp: { type: 'string', format: 'date-time' },
  },
};

const plainErrorSchema = {
  type: 'object',
  description: 'Three refusals have no envelope; their request id is in the header.',
  required: ['error'],
  properties: { error: { type: 'string' } },
};
