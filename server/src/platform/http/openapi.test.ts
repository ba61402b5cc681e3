import { expect, test } from 'vitest';
import { z } from 'zod';
import { plainRefusal, refusal } from '#platform/refusals';
import { openApi } from './openapi.ts';
import { defineRoute } from './route.ts';

const Leaf = z.object({ id: z.string() }).meta({ id: 'Leaf' });
const NameRequired = plainRefusal('malformed', 'BAD_REQUEST', 'Name is required');
const LeafTaken = refusal('conflict', 'LEAF_TAKEN', () => ({ message: 'Taken.' }));

const tree = defineRoute({
  method: 'POST',
  path: '/trees/:id',
  summary: 'Plant',
  access: 'secret',
  body: z.object({ name: z.string() }),
  replies: { 200: z.object({ leaves: z.array(Leaf) }) },
  refuses: [NameRequired, LeafTaken],
  run: async () => ({ leaves: [] }),
});

// biome-ignore lint/suspicious/noExplicitAny: a look into a JSON document
const document = openApi([tree], { title: 'Trees', version: '1' }) as any;
const responses = document.paths['/trees/{id}'].post.responses;
const schemaOf = (status: string) => responses[status].content['application/json'].schema;

test('a shape with a name is written once, where references inside the document find it', () => {
  expect(schemaOf('200').properties.leaves.items).toEqual({ $ref: '#/components/schemas/Leaf' });
  expect(document.components.schemas.Leaf.required).toEqual(['id']);
  expect(JSON.stringify(document)).not.toContain('$defs');
});

test('replies stay open, because later versions may add fields', () => {
  expect(JSON.stringify(responses)).not.toContain('additionalProperties');
});

test('each refusal of the route has its status, and a plain one its own shape', () => {
  const error = { $ref: '#/components/schemas/Error' };

  expect(responses['409'].description).toContain('LEAF_TAKEN');
  expect(schemaOf('409')).toEqual(error);
  expect(schemaOf('400')).toEqual({ anyOf: [error, { $ref: '#/components/schemas/PlainError' }] });
  expect(schemaOf('default')).toEqual(error);
});

test('two different shapes cannot share a name', () => {
  const other = defineRoute({
    ...tree,
    path: '/other',
    access: 'none',
    replies: { 200: z.object({ twig: z.string() }).meta({ id: 'Leaf' }) },
    run: async () => null,
  });

  expect(() => openApi([tree, other], { title: 'Trees', version: '1' })).toThrow('Leaf');
});
