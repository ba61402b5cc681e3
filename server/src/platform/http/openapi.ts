import { z } from 'zod';
import { limits } from '#pure/limits';
import { bodyLimitOf } from './body-limit.ts';
import { errorCodes } from './error-codes.ts';
import { exampleOfBody, exampleOfReply, exampleText } from './examples.ts';
import { errorComponents, errorSchemas, refusals } from './openapi-errors.ts';
import { partNames } from './read-upload.ts';
import type { Route, UploadRules } from './route.ts';
import { type SchemaRegistry, schemaRegistry } from './schema-registry.ts';

interface ApiInfo {
  title: string;
  version: string;
  baseUrl?: string;
  /** Routes that belong together, in reading order. */
  groups?: readonly RouteGroup[];
}

export interface RouteGroup {
  readonly name: string;
  readonly description: string;
  readonly routes: readonly Route[];
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
  for (const route of routes) registerShapes(route, registry);
  const groups = about.groups ?? [];
  const groupOf = new Map(groups.flatMap(({ name, routes: own }) => own.map((route) => [route, name] as const)));
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = operation(route, registry, groupOf.get(route));
  }
  return {
    openapi: '3.1.0',
    info: { title: about.title, version: about.version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: about.baseUrl ?? '/' }],
    tags: groups.map(({ name, description }) => ({ name, description })),
    'x-error-codes': errorCodes,
    paths,
    components: { securitySchemes, schemas: { ...registry.named, ...errorSchemas }, ...errorComponents },
  };
}

/** Why first: an example may need a named shape that another route declares. */
function registerShapes({ body, replies, otherwise = {} }: Route, registry: SchemaRegistry): void {
  if (body) registry.schemaOf(body, 'input');
  for (const shape of [...Object.values(replies), ...Object.values(otherwise)])
    if (shape) registry.schemaOf(shape, 'output');
}

function operation(route: Route, registry: SchemaRegistry, group: string | undefined): object {
  const parameters = [
    ...named(route.params, 'path', registry),
    ...named(route.query, 'query', registry),
    ...idempotencyHeader(route),
  ];
  return {
    ...(group ? { tags: [group] } : {}),
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
      requestBody: { required: true, content: { 'multipart/form-data': fileForm(route.upload, registry) } },
    };
  if (route.takesAnyBody)
    return { requestBody: { content: { '*/*': { schema: { type: 'string' }, example: exampleText('*/*') } } } };
  if (!route.body) return {};
  const limit = { 'x-body-limit-bytes': bodyLimitOf(route) };
  const schema = registry.schemaOf(route.body, 'input');
  const example = route.bodyExample ?? exampleOfBody(route.body, schema, registry);
  const content = { 'application/json': { schema, example } };
  // A missing body is read as an empty object, so a body is required where an empty object is refused.
  return { requestBody: { required: !route.body.safeParse({}).success, ...limit, content } };
}

function fileForm(rules: UploadRules, registry: SchemaRegistry): object {
  const [part] = partNames(rules);
  const schema = { type: 'object', properties: { [part]: { type: 'string', format: 'binary' } }, required: [part] };
  return { schema, example: exampleOfReply(schema, registry) };
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
      Object.entries(shapes).map(([type, shape]) => {
        const schema = registry.schemaOf(shape, 'output');
        const isJson = type === 'application/json';
        return [
          type,
          { schema, example: isJson ? exampleOfReply(schema, registry) : (schema.const ?? exampleText(type)) },
        ];
      }),
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

const securitySchemes = {
  secretKey: { type: 'http', scheme: 'bearer', description: 'The secret key, sk_…' },
  publicKey: { type: 'http', scheme: 'bearer', description: 'The public key, pk_…' },
  session: { type: 'apiKey', in: 'cookie', name: '__Host-session' },
  project: { type: 'apiKey', in: 'header', name: 'X-Project-Id' },
};
