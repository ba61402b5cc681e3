import { z } from 'zod';

export interface SchemaBook {
  /** Shapes with a name of their own, each once: `components.schemas` of the document. */
  readonly named: Readonly<Record<string, object>>;
  schemaOf(shape: z.ZodType, io: 'input' | 'output'): Readonly<Record<string, unknown>>;
}

/** Makes JSON Schemas whose references hold inside one OpenAPI document. */
export function schemaBook(): SchemaBook {
  const named: Record<string, object> = {};
  return {
    named,
    schemaOf(shape, io) {
      const made = z.toJSONSchema(shape, {
        io,
        unrepresentable: 'any',
        ...(io === 'output' ? { override: opened } : {}),
      });
      const { $schema: _drop, $defs = {}, ...schema } = rehung(made);
      for (const [name, definition] of Object.entries($defs)) {
        if (JSON.stringify(named[name] ?? definition) !== JSON.stringify(definition)) {
          throw new Error(`two different shapes are called ${name}`);
        }
        named[name] = definition;
      }
      return schema;
    },
  };
}

/** Why: clients must accept fields that a later version adds to a reply (D-121). */
function opened({ jsonSchema }: { jsonSchema: { additionalProperties?: unknown } }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}

type Made = Record<string, unknown> & { $defs?: Record<string, object> };

const rehung = (schema: object): Made =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as Made; // the same tree
