import { z } from 'zod';
import type { Resource, Route } from '../../src/platform/http/index.ts';
import type { MatrixRequest } from './request.ts';

/** A place in a request that holds an id. */
export interface Slot {
  readonly place: 'params' | 'query' | 'body';
  /** Keys from the top of that place; `*` stands for each entry of a list. */
  readonly path: readonly string[];
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

function walk(schema: Schema, place: Slot['place'], path: readonly string[]): Slot[] {
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
export function withId(request: MatrixRequest, { place, path }: Slot, id: string): MatrixRequest {
  return { ...request, [place]: put(request[place] ?? {}, path, id) };
}

function put(node: unknown, [step, ...rest]: readonly string[], id: string): unknown {
  if (step === undefined) return id;
  if (step === '*') return [put(Array.isArray(node) ? node[0] : undefined, rest, id)];
  const held = typeof node === 'object' && node !== null && !Array.isArray(node) ? node : {};
  return { ...held, [step]: put((held as Record<string, unknown>)[step], rest, id) }; // checked above
}
