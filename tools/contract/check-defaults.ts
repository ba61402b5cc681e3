import type { Route } from '../../server/src/platform/http/index.ts';

interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema: { default?: unknown };
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema?: { properties?: Properties } }>> };
}

type Properties = Readonly<Record<string, { default?: unknown }>>;

/** Values that a route takes for what a caller leaves out, and that the contract does not name as the default. */
export function checkDefaults(route: Route, operation: Operation, example: unknown): string[] {
  const name = `${route.method} ${route.path}`;
  const query = Object.fromEntries(
    (operation.parameters ?? []).filter((one) => one.in === 'query').map((one) => [one.name, one.schema]),
  );
  const body = operation.requestBody?.content['application/json']?.schema?.properties ?? {};
  return [
    ...unnamed(taken(route.query, {}), query).map((field) => `${name}: the default of ${field} is not in the query`),
    ...unnamed(taken(route.body, example), body).map((field) => `${name}: the default of ${field} is not in the body`),
  ];
}

/** What a shape reads from a request in which every field is left out that may be. */
function taken(shape: Route['body'], example: unknown): Record<string, unknown> {
  if (!shape || typeof example !== 'object' || example === null) return {};
  let left: Record<string, unknown> = { ...example };
  for (const key of Object.keys(left)) {
    const { [key]: _tried, ...rest } = left;
    if (shape.safeParse(rest).success) left = rest;
  }
  const { data } = shape.safeParse(left);
  if (typeof data !== 'object' || data === null) return {};
  const given = new Set(Object.values(left).map((value) => JSON.stringify(value))); // one field may have two names
  return Object.fromEntries(
    Object.entries(data).filter(([key, value]) => !(key in left) && !given.has(JSON.stringify(value))),
  );
}

/** Values that are read into an object, as `data` is, have no default that could be named. */
const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

const unnamed = (values: Record<string, unknown>, fields: Properties): string[] =>
  Object.entries(values)
    .filter(([key, value]) => isPlain(value) && key in fields)
    .filter(([key, value]) => JSON.stringify(fields[key]?.default) !== JSON.stringify(value))
    .map(([key]) => key);

/** A default that stands in a route instead of its shape, where the contract cannot show it. */
export const hiddenDefaults = (path: string, source: string): string[] =>
  Array.from(source.matchAll(/\b(?:body|query): \{([^{}]*)\}/g)).flatMap(([, fields = '']) =>
    Array.from(fields.matchAll(/(\w+) = (true|false|\d+|'[^']+')/g)).map(
      ([, field = '', value = '']) => `${path}: the default ${value.trim()} of ${field} belongs into its shape`,
    ),
  );
