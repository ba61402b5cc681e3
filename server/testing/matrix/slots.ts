import { z } from 'zod';
import type { Resource, Route } from '../../src/platform/http/index.ts';
import type { MatrixRequest } from './request.ts';
import { type Target, withValue } from './targets.ts';

/** A field of a request that contains an id. */
export interface Slot extends Target {
  /** The kind of resource it names; null when the schema does not say. */
  readonly kind: Resource | null;
  /** Fields beside it of which a request may have one. */
  readonly oneOf?: readonly string[];
}

interface SlotSchema {
  type?: unknown;
  properties?: Record<string, SlotSchema>;
  items?: SlotSchema;
  anyOf?: SlotSchema[];
  'x-resource'?: Resource;
  'x-one-of'?: string[];
  /** A name of the caller's own choice, which only looks like an id of ours. */
  'x-own-name'?: boolean;
}

const locations = ['params', 'query', 'body'] as const;
const looksLikeId = /^(id|ids|.*(Id|Ids))$/;

/** Every field of a route that names a resource, or looks as if it did. */
export const slotsOf = (route: Route): Slot[] =>
  locations.flatMap((location) => {
    const shape = route[location];
    return shape
      ? walk(z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as SlotSchema, location, [])
      : []; // plain JSON
  });

function walk(schema: SlotSchema, location: Target['location'], path: readonly string[]): Slot[] {
  const kind = schema['x-resource'];
  const oneOf = schema['x-one-of'];
  if (kind) return [{ location, path, kind, ...(oneOf ? { oneOf } : {}) }];
  if (schema['x-own-name']) return [];
  const inside = [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => walk(inner, location, [...path, name])),
    ...(schema.items ? walk(schema.items, location, [...path, '*']) : []),
    ...(schema.anyOf ?? []).flatMap((inner) => walk(inner, location, path)),
  ];
  const name = path.findLast((step) => step !== '*') ?? '';
  const isLeaf = !schema.properties && !schema.items && !schema.anyOf && schema.type !== 'null';
  return isLeaf && looksLikeId.test(name) ? [{ location, path, kind: null }] : inside;
}

/** The request with another id in the slot, and without the fields that it takes the place of. */
export const withId = (request: MatrixRequest, slot: Slot, id: string): MatrixRequest => {
  const fields = Object.entries(request[slot.location] ?? {}).filter(([name]) => !slot.oneOf?.includes(name));
  return withValue({ ...request, [slot.location]: Object.fromEntries(fields) }, slot, id);
};
