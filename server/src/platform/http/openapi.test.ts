import { expect, test } from 'vitest';
import { z } from 'zod';
import { plainRefusal, refusal } from '#platform/refusals';
import { sortBy, wholeNumber } from './lists.ts';
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

test('a named shape is written once, under components of the document', () => {
  expect(schemaOf('200').properties.leaves.items).toEqual({ $ref: '#/components/schemas/Leaf' });
  expect(document.components.schemas.Leaf.required).toEqual(['id']);
  expect(JSON.stringify(document)).not.toContain('$defs');
});

test('replies stay open, because later versions may add fields (D-121)', () => {
  expect(JSON.stringify(responses)).not.toContain('additionalProperties');
});

test('each refusal of the route has its status, and a plain one its own shape', () => {
  const error = { $ref: '#/components/schemas/Error' };

  expect(responses['409'].description).toContain('LEAF_TAKEN');
  expect(schemaOf('409')).toEqual(error);
  expect(schemaOf('400')).toEqual({ anyOf: [error, { $ref: '#/components/schemas/PlainError' }] });
  expect(responses.default).toEqual({ $ref: '#/components/responses/Failed' });
  expect(document.components.responses.Failed.content['application/json'].schema).toEqual(error);
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

const list = defineRoute({
  method: 'POST',
  path: '/lists',
  summary: 'List',
  description: 'At most three.',
  access: 'session',
  query: z.object({
    limit: wholeNumber(20, 1, 100),
    sort: sortBy(['name', 'age'], 'age'),
    cursor: z.string().optional(),
  }),
  body: z.object({ note: z.string().optional() }),
  replies: { 200: z.object({}) },
  run: async () => ({}),
});
// biome-ignore lint/suspicious/noExplicitAny: a look into a JSON document
const lists = (openApi([list], { title: 'Lists', version: '1' }) as any).paths['/lists'].post;

test('query parameters state their defaults', () => {
  const schemas = lists.parameters.map(({ name, schema }: { name: string; schema: object }) => [name, schema]);

  expect(schemas).toEqual([
    ['limit', { type: 'integer', minimum: 1, maximum: 100, default: 20 }],
    ['sort', { type: 'string', enum: ['name', 'age'], default: 'age' }],
    ['cursor', { type: 'string' }],
  ]);
});

test('a body is required where an empty object is refused, and its limit and description are stated', () => {
  const body = document.paths['/trees/{id}'].post.requestBody;

  expect(body).toMatchObject({ required: true, 'x-body-limit-bytes': 1_048_576 });
  expect(lists.requestBody).toMatchObject({ required: false, 'x-body-limit-bytes': 16_384 });
  expect(lists.description).toBe('At most three.');
});

test('items of a validation error have a schema, and the codes of refusals are listed (D-145)', () => {
  const { items } = document.components.schemas.Error.properties.error.properties.errors;

  expect(items.required).toEqual(['field', 'code', 'message']);
  expect(items.properties.code.enum).toContain('invalid_string');
  expect(document['x-error-codes']).toContainEqual(expect.objectContaining({ status: 404, code: 'CONTACT_NOT_FOUND' }));
});
