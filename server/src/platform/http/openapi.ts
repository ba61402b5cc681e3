import { z } from 'zod';
import { limits } from '#pure/limits';
import { bodyLimitOf } from './body-limit.ts';
import { errorCodes } from './error-codes.ts';
import { statuses } from './errors.ts';
import { fieldCodes } from './field-codes.ts';
import { partNames } from './read-upload.ts';
import type { Route, UploadRules } from './route.ts';
import { type SchemaRegistry, schemaRegistry } from './schema-registry.ts';

interface ApiInfo {
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
export function openApi(routes: readonly Route[], about: ApiInfo): object {
  const registry = schemaRegistry();
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = operation(route, registry);
  }
  return {
    openapi: '3.1.0',
    info: { title: about.title, version: about.version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: about.baseUrl ?? '/' }],
    'x-error-codes': errorCodes,
    paths,
    components: { securitySchemes, schemas: { ...registry.named, Error: errorSchema, PlainError: plainErrorSchema } },
  };
}

function operation(route: Route, registry: SchemaRegistry): object {
  const parameters = [
    ...named(route.params, 'path', registry),
    ...named(route.query, 'query', registry),
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
    ...requestBody(route, registry),
    responses: { ...goodReplies(route, registry), ...refusals(route) },
  };
}

function requestBody(route: Route, registry: SchemaRegistry): object {
  if (route.upload)
    return {
      requestBody: { required: true, content: { 'multipart/form-data': { schema: fileSchema(route.upload) } } },
    };
  if (route.takesAnyBody) return { requestBody: { content: { '*/*': { schema: { type: 'string' } } } } };
  if (!route.body) return {};
  const limit = { 'x-body-limit-bytes': bodyLimitOf(route) };
  const content = { 'application/json': { schema: registry.schemaOf(route.body, 'input') } };
  // A missing body is read as an empty object, so a body is required where an empty object is refused.
  return { requestBody: { required: !route.body.safeParse({}).success, ...limit, content } };
}

function fileSchema(rules: UploadRules): object {
  const [part] = partNames(rules);
  return { type: 'object', properties: { [part]: { type: 'string', format: 'binary' } }, required: [part] };
}

const operationId = (route: Route): string =>
  route.method.toLowerCase() +
  route.path
    .split(/[/-]/)
    .filter(Boolean)
    .map((part) => part.replace(/^[:@]/, ''))
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');

function named(shape: z.ZodType | undefined, location: 'path' | 'query', registry: SchemaRegistry): object[] {
  if (!(shape instanceof z.ZodObject)) return [];
  const { properties = {} } = registry.schemaOf(shape, 'input') as {
    properties?: Record<string, Record<string, unknown>>;
  }; // an object schema
  return Object.entries(properties).map(([name, { 'x-resource': resource, ...schema }]) => ({
    name,
    in: location,
    required: location === 'path',
    ...(resource ? { 'x-resource': resource } : {}),
    schema: { ...schema, ...fallbackOf(shape.shape[name]) },
  }));
}

/** Why from the shape: the input schema of a transformed shape has no default. */
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
          schema: { type: 'string', minLength: 1, maxLength: limits.idempotencyKeyCharacters },
        },
      ]
    : [];

function goodReplies(route: Route, registry: SchemaRegistry): Record<string, object> {
  const contentOf = (shapes: Readonly<Record<string, z.ZodType>>): object =>
    Object.fromEntries(
      Object.entries(shapes).map(([type, shape]) => [type, { schema: registry.schemaOf(shape, 'output') }]),
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

/** One response per status the route itself refuses with; `default` covers the errors of any route. */
function refusals(route: Route): Record<string, object> {
  const byStatus = Map.groupBy(route.refuses ?? [], (refusal) => statuses[refusal.kind]);
  const own = [...byStatus].map(([status, definitions]) => {
    const description = `Refused: ${[...new Set(definitions.map(({ code }) => code))].join(', ')}.`;
    const forms = [...new Set(definitions.map(({ isPlain }) => (isPlain ? 'PlainError' : 'Error')))];
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
        errors: { type: 'array', maxItems: limits.problemsPerReply, items: fieldErrorSchema },
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
