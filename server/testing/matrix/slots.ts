import { z } from 'zod';
import type { Resource, Route } from '../../src/platform/http/index.ts';
import type { MatrixRequest } from './request.ts';
import type { Target } from './targets.ts';
import { withValue } from './targets.ts';

/** A place in a request that holds an id. */
export interface Slot extends Target {
  /** What it names; null where nobody has said so. */
  readonly kind: Resource | null;
}

interface Schema {
  type?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  'x-resource'?: Resource;
  /** A name of the caller's own choice, which only looks like an id of ours. */
  'x-own-name'?: boolean;
}

const places = ['params', 'query', 'body'] as const;
const looksLikeId = /^(id|ids|.*(Id|Ids))$/;

/** Every place of a route that names a resource, or looks as if it did. */
export const slotsOf = (route: Route): Slot[] =>
  places.flatMap((place) => {
    const shape = route[place];
    return shape ? walk(z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Schema, place, []) : []; // plain JSON
  });

function walk(schema: Schema, place: Target['place'], path: readonly string[]): Slot[] {
  const kind = schema['x-resource'];
  if (kind) return [{ place, path, kind }];
  if (schema['x-own-name']) return [];
  const inside = [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => walk(inner, place, [...path, name])),
    ...(schema.items ? walk(schema.items, place, [...path, '*']) : []),
    ...(schema.anyOf ?? []).flatMap((inner) => walk(inner, place, path)),
  ];
  const name = path.findLast((step) => step !== '*') ?? '';
  const isLeaf = !schema.properties && !schema.items && !schema.anyOf && schema.type !== 'null';
  return isLeaf && looksLikeId.test(name) ? [{ place, path, kind: null }] : inside;
}

/** The request with another id in the slot. */
export const withId = (request: MatrixRequest, slot: Slot, id: string): MatrixRequest => withValue(request, slot, id);
