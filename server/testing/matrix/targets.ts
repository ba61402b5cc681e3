import { z } from 'zod';
import type { Route } from '../../src/platform/http/index.ts';
import type { MatrixRequest } from './request.ts';

/** A place of a request that takes a value from its caller. */
export interface Target {
  readonly place: 'params' | 'query' | 'body';
  /** Keys from the top of that place; `*` stands for an entry of a list. */
  readonly path: readonly string[];
}

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  additionalProperties?: unknown;
}

const places = ['params', 'query', 'body'] as const;

/** Every value that a route reads: leaves, and what holds them; of a map of the caller's own names, one name. */
export const targetsOf = (route: Route): Target[] => [
  ...new Map(
    places
      .flatMap((place) => {
        const shape = route[place];
        const schema = shape ? (z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Schema) : {}; // plain JSON
        return pathsOf(schema, []).map((path): Target => ({ place, path }));
      })
      .filter(({ path }) => path.length > 0)
      .map((target) => [nameOfTarget(target), target]),
  ).values(),
];

export const nameOfTarget = ({ place, path }: Target): string => [place, ...path].join('.');

function pathsOf(schema: Schema, path: readonly string[]): (readonly string[])[] {
  return [
    path,
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => pathsOf(inner, [...path, name])),
    ...(schema.items ? pathsOf(schema.items, [...path, '*']) : []),
    ...(schema.anyOf ?? []).flatMap((inner) => pathsOf(inner, path)),
    ...(schema.additionalProperties ? [[...path, 'key']] : []),
  ];
}

/** The request with another value in that place. */
export const withValue = (request: MatrixRequest, { place, path }: Target, value: unknown): MatrixRequest => ({
  ...request,
  [place]: put(request[place] ?? {}, path, value),
});

function put(node: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value;
  if (step === '*') return [put(Array.isArray(node) ? node[0] : undefined, rest, value)];
  const held = typeof node === 'object' && node !== null && !Array.isArray(node) ? node : {};
  return { ...held, [step]: put((held as Record<string, unknown>)[step], rest, value) }; // checked above
}
