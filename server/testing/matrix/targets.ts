import { z } from 'zod';
import type { Route } from '../../src/platform/http/index.ts';
import type { MatrixRequest } from './request.ts';

/** A field of a request that takes a value from its caller. */
export interface Target {
  readonly location: 'params' | 'query' | 'body';
  /** Keys from the top of that location; `*` is an entry of a list. */
  readonly path: readonly string[];
}

interface TargetSchema {
  properties?: Record<string, TargetSchema>;
  items?: TargetSchema;
  anyOf?: TargetSchema[];
  additionalProperties?: unknown;
}

const locations = ['params', 'query', 'body'] as const;

/** Every value that a route reads: leaves and their parents; for a map with names of the caller's choice, one name. */
export const targetsOf = (route: Route): Target[] => [
  ...new Map(
    locations
      .flatMap((location) => {
        const shape = route[location];
        const schema = shape ? (z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as TargetSchema) : {}; // plain JSON
        return pathsOf(schema, []).map((path): Target => ({ location, path }));
      })
      .filter(({ path }) => path.length > 0)
      .map((target) => [nameOfTarget(target), target]),
  ).values(),
];

export const nameOfTarget = ({ location, path }: Target): string => [location, ...path].join('.');

function pathsOf(schema: TargetSchema, path: readonly string[]): (readonly string[])[] {
  return [
    path,
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => pathsOf(inner, [...path, name])),
    ...(schema.items ? pathsOf(schema.items, [...path, '*']) : []),
    ...(schema.anyOf ?? []).flatMap((inner) => pathsOf(inner, path)),
    ...(schema.additionalProperties ? [[...path, 'key']] : []),
  ];
}

/** The request with another value in that field. */
export const withValue = (request: MatrixRequest, { location, path }: Target, value: unknown): MatrixRequest => ({
  ...request,
  [location]: put(request[location] ?? {}, path, value),
});

function put(node: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value;
  if (step === '*') return [put(Array.isArray(node) ? node[0] : undefined, rest, value)];
  const held = typeof node === 'object' && node !== null && !Array.isArray(node) ? node : {};
  return { ...held, [step]: put((held as Record<string, unknown>)[step], rest, value) }; // checked above
}
