import { type ApiDocument, refName, type Schema } from './api-document.ts';
import { limitsInWords } from './limits-in-words.ts';

/** A value of a body or a reply, by its path: `items[].email`. */
export interface SchemaRow {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly isDeprecated: boolean;
  readonly limits: readonly string[];
  readonly fallback: unknown;
  readonly description: string | null;
}

type Schemas = ApiDocument['components']['schemas'];

/** Deeper values and further rows are in the document itself. */
export const maxDepth = 5;
export const maxRows = 150;

/** The values of a schema from top to bottom; `isCut`: there are more. */
export function schemaRows(schema: Schema, schemas: Schemas): { readonly rows: SchemaRow[]; readonly isCut: boolean } {
  const rows: SchemaRow[] = [];
  let isCut = false;

  function addFields(parent: Schema, path: string, depth: number, open: ReadonlySet<string>): void {
    for (const { schema: form, names } of formsOf(parent, schemas, open)) {
      for (const [name, field] of Object.entries(form.properties ?? {})) {
        add(field, path ? `${path}.${name}` : name, form.required?.includes(name) ?? false, depth, names);
      }
      if (form.items) addFields(form.items, `${path}[]`, depth, names);
      if (typeof form.additionalProperties === 'object')
        addFields(form.additionalProperties, `${path}.*`, depth, names);
    }
  }

  function add(field: Schema, name: string, isRequired: boolean, depth: number, open: ReadonlySet<string>): void {
    const row = rowOf(field, name, isRequired, schemas);
    // Forms of one object share fields: the row says all types of such a field.
    const at = rows.findIndex((known) => known.name === name);
    const known = rows[at];
    if (known) rows[at] = merged(known, row);
    else if (rows.length < maxRows) rows.push(row);
    else {
      isCut = true;
      return;
    }
    if (depth < maxDepth) addFields(field, name, depth + 1, open);
    else isCut ||= hasFields(field, schemas);
  }

  addFields(schema, '', 1, new Set());
  return { rows, isCut };
}

export function rowOf(field: Schema, name: string, isRequired: boolean, schemas: Schemas): SchemaRow {
  const forms = formsOf(field, schemas).map(({ schema }) => schema);
  const all = [field, ...forms];
  return {
    name,
    type: typeInWords(field, schemas),
    isRequired,
    isDeprecated: field.deprecated ?? false,
    limits: [...new Set(forms.flatMap((form) => [...limitsInWords(form), ...itemLimits(form, schemas)]))],
    fallback: all.find((form) => form.default !== undefined)?.default,
    description: all.find((form) => form.description)?.description ?? null,
  };
}

const itemLimits = ({ items }: Schema, schemas: Schemas): string[] =>
  items ? formsOf(items, schemas).flatMap(({ schema }) => limitsInWords(schema).map((text) => `each ${text}`)) : [];

function merged(one: SchemaRow, other: SchemaRow): SchemaRow {
  const types = new Set([...one.type.split(' or '), ...other.type.split(' or ')]);
  return {
    ...one,
    type: [...types].join(' or '),
    isRequired: one.isRequired && other.isRequired,
    limits: [...new Set([...one.limits, ...other.limits])],
    description: one.description ?? other.description,
  };
}

interface Form {
  readonly schema: Schema;
  /** References that lead here, so that a shape inside itself is shown once. */
  readonly names: ReadonlySet<string>;
}

/** The forms a value may have, references resolved. */
function formsOf(schema: Schema, schemas: Schemas, names: ReadonlySet<string> = new Set()): Form[] {
  if (schema.$ref !== undefined) {
    const name = refName(schema.$ref);
    const target = schemas[name];
    return target && !names.has(name) ? formsOf(target, schemas, new Set([...names, name])) : [];
  }
  const choices = schema.anyOf ?? schema.oneOf;
  return choices ? choices.flatMap((choice) => formsOf(choice, schemas, names)) : [{ schema, names }];
}

const hasFields = (schema: Schema, schemas: Schemas): boolean =>
  formsOf(schema, schemas).some(({ schema: form }) => form.properties !== undefined || form.items !== undefined);

export function typeInWords(schema: Schema, schemas: Schemas): string {
  const names = formsOf(schema, schemas).flatMap(({ schema: form }) => typeNames(form, schemas));
  return [...new Set(names)].join(' or ') || 'any JSON';
}

function typeNames({ type, format, items, const: only, enum: choices }: Schema, schemas: Schemas): string[] {
  if (type === undefined && only !== undefined) return [typeof only];
  if (type === undefined && choices)
    return [...new Set(choices.map((choice) => (choice === null ? 'null' : typeof choice)))];
  return [type ?? []].flat().map((name) => {
    if (name === 'array') return items?.$ref ? 'array of objects' : arrayName(items, schemas);
    return name === 'string' && format ? `${name} (${format})` : name;
  });
}

function arrayName(items: Schema | undefined, schemas: Schemas): string {
  const types = items ? new Set(formsOf(items, schemas).flatMap(({ schema }) => schema.type ?? [])) : new Set();
  return types.size === 1 ? `array of ${[...types].join('')}s` : 'array';
}
