import { expect, test } from 'vitest';
import { z } from 'zod';
import { exampleOfBody, exampleOfReply } from './examples.ts';
import { schemaRegistry } from './schema-registry.ts';
import { withDefault } from './shapes.ts';

const bodyExample = (shape: z.ZodType) => {
  const registry = schemaRegistry();
  return exampleOfBody(shape, registry.schemaOf(shape, 'input'), registry);
};

test('values come from the names of fields, where they fit, else from format, default and type', () => {
  const shape = z.object({
    email: z.string(),
    status: z.enum(['open', 'closed']),
    name: z.string().max(3),
    at: z.iso.datetime(),
    blocks: withDefault(z.enum(['ALL', 'SOME']), 'SOME'),
    share: z.number().min(5),
    tags: z.array(z.string()),
    known: z.record(z.string(), z.unknown()),
  });

  expect(bodyExample(shape)).toEqual({
    email: 'ada@example.com',
    status: 'open',
    name: 'a n',
    at: '2026-11-18T09:30:00.000Z',
    blocks: 'SOME',
    share: 5,
    tags: ['a tag'],
    known: { plan: 'pro' },
  });
});

test('fields that do not go together are left out, as far as they may be', () => {
  const either = z
    .object({ email: z.string(), a: z.string().optional(), b: z.string().optional() })
    .refine(({ a, b }) => a === undefined || b === undefined);

  expect(bodyExample(either)).toEqual({ email: 'ada@example.com' });
});

test('a shape that holds itself ends', () => {
  const Tree = z
    .object({
      name: z.string(),
      get branches() {
        return z.array(Tree);
      },
    })
    .meta({ id: 'Tree' });
  const registry = schemaRegistry();
  const list = z.object({ trees: z.array(Tree) });

  expect(exampleOfReply(registry.schemaOf(list, 'output'), registry)).toEqual({
    trees: [{ name: 'Welcome', branches: [{ name: 'Welcome', branches: [] }] }],
  });
});
