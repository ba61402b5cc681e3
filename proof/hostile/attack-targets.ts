import { readFileSync } from 'node:fs';
import type { Route } from '../../server/src/platform/http/index.ts';
import { nameOfTarget, type Target, targetsOf } from '../../server/testing/matrix/index.ts';

export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: unknown;
}

interface Operation {
  parameters?: { in: 'path' | 'query' | 'header'; name: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const file = new URL('../../openapi.json', import.meta.url);
export const contract = JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument; // written by `npm run openapi`

/** A target in a body whose shape we do not define; the name is one that signed notices have. */
const anyBody: Target = { location: 'body', path: ['Message'] };

/**
 * Every target of a route that takes a value: what its shapes read, and what the contract lists. Neither is complete: shapes
 * hide what a custom function reads (conditions), and the contract what it does not promise.
 */
export function attackTargetsOf(route: Route): Target[] {
  const all = [...targetsOf(route), ...contractTargets(contract, route), ...(route.takesAnyBody ? [anyBody] : [])];
  return [...new Map(all.map((target) => [nameOfTarget(target), target])).values()];
}

/** Headers that the contract names for a route. */
export const contractHeaders = (document: OpenApiDocument, route: Route): string[] =>
  parametersOf(document, route).flatMap((parameter) => (parameter.in === 'header' ? [parameter.name] : []));

export function contractTargets(document: OpenApiDocument, route: Route): Target[] {
  const named = parametersOf(document, route).flatMap((parameter): Target[] => {
    if (parameter.in === 'header') return [];
    return [{ location: parameter.in === 'path' ? 'params' : 'query', path: [parameter.name] }];
  });
  const body = operationOf(document, route)?.requestBody?.content['application/json']?.schema;
  const inside = body ? pathsOf(document, body, [], []) : [];
  return [...named, ...inside.filter((path) => path.length > 0).map((path): Target => ({ location: 'body', path }))];
}

const parametersOf = (document: OpenApiDocument, route: Route) => operationOf(document, route)?.parameters ?? [];

const operationOf = ({ paths }: OpenApiDocument, { method, path }: Route): Operation | undefined =>
  paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];

/** A schema that holds itself is entered once. */
function pathsOf(
  document: OpenApiDocument,
  schema: Schema,
  path: readonly string[],
  within: readonly string[],
): (readonly string[])[] {
  if (schema.$ref) {
    if (within.includes(schema.$ref)) return [path];
    const named = document.components.schemas[schema.$ref.split('/').at(-1) ?? ''];
    if (!named) throw new Error(`the contract has no ${schema.$ref}`);
    return pathsOf(document, named, path, [...within, schema.$ref]);
  }
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [
    path,
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
      pathsOf(document, inner, [...path, name], within),
    ),
    ...(schema.items ? pathsOf(document, schema.items, [...path, '*'], within) : []),
    ...choices.flatMap((inner) => pathsOf(document, inner, path, within)),
    ...(schema.additionalProperties ? [[...path, 'key']] : []),
  ];
}
