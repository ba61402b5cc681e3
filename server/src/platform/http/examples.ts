import type { z } from 'zod';
import { exampleFormats, exampleTexts, exampleValues } from './example-values.ts';
import type { SchemaRegistry } from './schema-registry.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly propertyNames?: { readonly enum?: readonly string[] };
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

interface Making {
  readonly named: SchemaRegistry['named'];
  /** Leaves out what a caller may leave out. */
  readonly isShort: boolean;
  /** References on the way here; a shape that holds itself ends at its second turn. */
  readonly open: readonly string[];
}

/** An example of a JSON reply, made from its schema: values by the name of the field, by format and by type. */
export const exampleOfReply = (schema: object, { named }: SchemaRegistry): unknown =>
  make(schema, '', { named, isShort: false, open: [] });

/** An example of a request body that its own shape accepts: with every field where they fit together, else with those required. */
export function exampleOfBody(shape: z.ZodType, schema: object, { named }: SchemaRegistry): unknown {
  const [whole, short] = [false, true].map((isShort) => make(schema, '', { named, isShort, open: [] }));
  return shape.safeParse(whole).success ? whole : short;
}

/** An example of a body that is not JSON. */
export const exampleText = (mediaType: string): string => exampleTexts[mediaType] ?? 'text';

/** An example of one key of `details` of an error. */
export const exampleDetail = (key: string): unknown =>
  exampleValues[key] ?? (key.endsWith('At') ? exampleFormats['date-time'] : /id$/i.test(key) ? exampleFormats.uuid : 1);

function make(schema: Schema, name: string, making: Making): unknown {
  if (schema.$ref !== undefined) return makeNamed(schema.$ref, name, making);
  if (schema.examples?.[0] !== undefined) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const named = exampleValues[name];
  if (named !== undefined && fits(schema, named)) return named;
  if (schema.default !== undefined) return schema.default;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return makeChoice(choices, name, making);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => make(part, name, making)));
  return makeTyped(schema, name, making);
}

function makeNamed(reference: string, name: string, making: Making): unknown {
  const key = reference.slice(reference.lastIndexOf('/') + 1);
  const isRepeated = making.open.includes(key);
  return make((making.named[key] ?? {}) as Schema, name, {
    ...making,
    isShort: making.isShort || isRepeated,
    open: [...making.open, key],
  });
}

/** The first choice that is not null and does not lead back to where we are. */
function makeChoice(choices: readonly Schema[], name: string, making: Making): unknown {
  const real = choices.filter(({ type }) => type !== 'null');
  const fresh = real.find(({ $ref }) => $ref === undefined || !making.open.some((key) => $ref.endsWith(`/${key}`)));
  const chosen = fresh ?? real[0];
  return chosen ? make(chosen, name, making) : null;
}

function makeTyped(schema: Schema, name: string, making: Making): unknown {
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'string':
      return exampleFormats[schema.format ?? ''] ?? makeText(schema, name);
    case 'integer':
    case 'number':
      return Math.min(Math.max(1, schema.minimum ?? 0), schema.maximum ?? Number.POSITIVE_INFINITY);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return makeList(schema, name, making);
    default:
      return schema.type === 'object' || schema.properties ? makeObject(schema, making) : 'pro';
  }
}

function makeText({ minLength = 0, maxLength = 100 }: Schema, name: string): string {
  const text = /id$/i.test(name) ? (exampleFormats.uuid ?? '') : name === '' ? 'text' : `a ${name}`;
  return text.slice(0, maxLength).padEnd(minLength, '.');
}

function makeList({ items = {}, minItems = 0 }: Schema, name: string, making: Making): unknown[] {
  if (making.isShort && minItems === 0) return [];
  return Array.from({ length: Math.max(1, minItems) }, () => make(items, name.replace(/s$/, ''), making));
}

function makeObject(schema: Schema, making: Making): Record<string, unknown> {
  const { properties = {}, required = [], additionalProperties: more, propertyNames } = schema;
  const own = Object.entries(properties)
    .filter(([key]) => !making.isShort || required.includes(key))
    .map(([key, inner]) => [key, make(inner, key, making)]);
  if (!more || own.length > 0) return Object.fromEntries(own);
  const keys = propertyNames?.enum ?? ['plan'];
  return Object.fromEntries(keys.map((key) => [key, more === true ? 'pro' : make(more, key, making)]));
}

/** Whether a value of the table may stand in this field. */
function fits(schema: Schema, value: unknown): boolean {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.some((choice) => fits(choice, value));
  if (schema.enum && !schema.enum.includes(value)) return false;
  if (typeof value === 'number') {
    const { type, minimum = value, maximum = value } = schema;
    return (type === 'integer' || type === 'number') && value >= minimum && value <= maximum;
  }
  if (typeof value !== 'string' || schema.type !== 'string') return false;
  const { format, pattern, minLength = 0, maxLength = value.length } = schema;
  const isOfFormat = format === undefined || !['date-time', 'date', 'uuid', 'binary'].includes(format);
  if (!isOfFormat || value.length < minLength || value.length > maxLength) return false;
  return pattern === undefined || new RegExp(pattern).test(value);
}
