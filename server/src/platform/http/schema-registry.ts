import { z } from 'zod';

export interface SchemaRegistry {
  /** Named shapes, each once: `components.schemas` of the document. */
  readonly named: Readonly<Record<string, object>>;
  schemaOf(shape: z.ZodType, io: 'input' | 'output'): Readonly<Record<string, unknown>>;
}

/** Generates JSON Schemas whose references are valid inside one OpenAPI document. */
export function schemaRegistry(): SchemaRegistry {
  const named: Record<string, object> = {};
  const made = { input: new Map<z.ZodType, JsonSchema>(), output: new Map<z.ZodType, JsonSchema>() };
  return {
    named,
    schemaOf(shape, io) {
      const before = made[io].get(shape);
      if (before) return before;
      const generated = z.toJSONSchema(shape, {
        io,
        unrepresentable: 'any',
        override: io === 'output' ? allowMoreProperties : keepDefault,
      });
      const { $schema: _drop, $defs = {}, ...schema } = withComponentReferences(generated);
      for (const [name, definition] of Object.entries($defs)) {
        if (JSON.stringify(named[name] ?? definition) !== JSON.stringify(definition)) {
          throw new Error(`two different shapes are called ${name}`);
        }
        named[name] = definition;
      }
      made[io].set(shape, schema);
      return schema;
    },
  };
}

/** Why: clients must accept fields that a later version adds to a reply (D-121). */
function allowMoreProperties({ jsonSchema }: { jsonSchema: { additionalProperties?: unknown } }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}

/** Why: the generator drops the default of a shape that transforms what it reads. */
function keepDefault({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodType;
  jsonSchema: { default?: unknown };
}): void {
  const { default: fallback } = z.globalRegistry.get(zodSchema) ?? {};
  if (fallback !== undefined) jsonSchema.default = fallback;
}

type JsonSchema = Record<string, unknown> & { $defs?: Record<string, object> };

const withComponentReferences = (schema: object): JsonSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema; // the same tree
