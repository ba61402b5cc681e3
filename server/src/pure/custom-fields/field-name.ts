import type { FieldType } from './infer-type.ts';

/** The standard fields in the order of a listing, with their types (D-220). */
export const standardFields = [
  { field: 'email', type: 'string' },
  { field: 'subscribed', type: 'boolean' },
  { field: 'createdAt', type: 'date' },
  { field: 'updatedAt', type: 'date' },
] as const satisfies readonly { field: string; type: FieldType }[];

export type StandardField = (typeof standardFields)[number]['field'];

export type FieldName = { kind: 'standard'; field: StandardField; type: FieldType } | { kind: 'custom'; key: string };

const prefix = 'data.';

/**
 * Which field a decoded name means (D-219): a bare standard name is the standard field, and `data.plan` and `plan` are
 * the same key. One prefix is taken off, so `data.data.plan` is the key `data.plan`. Any other name is a key.
 */
export function parseFieldName(name: string): FieldName {
  const standard = standardFields.find(({ field }) => field === name);
  if (standard) return { kind: 'standard', ...standard };
  return { kind: 'custom', key: name.startsWith(prefix) ? name.slice(prefix.length) : name };
}

/** The full name of a custom field, as replies show it. */
export const customFieldName = (key: string): string => `${prefix}${key}`;
