import type { JsonObject, JsonValue } from '#pure/custom-fields';
import type { Condition, KeyPath, ValueField } from './tree.ts';

/** What the evaluator needs of one contact. */
export type ContactFacts = {
  /** One moment for the whole evaluation. */
  readonly now: Date;
  readonly contact: {
    readonly email: string;
    readonly subscribed: boolean;
    readonly createdAt: Date;
    readonly updatedAt: Date;
    readonly data: JsonObject;
  };
  /** The contact's last event of a canonical name, names of former slugs included. No operator needs more. */
  readonly lastEventAt: (name: string) => Date | undefined;
  readonly segment: (id: string) => SegmentFact;
  /** Whether the key was removed from all contacts and not written since (D-319). */
  readonly isDeletedKey: (key: string) => boolean;
  /** The variables of a workflow execution. */
  readonly context?: JsonObject;
};

export type SegmentFact =
  | { readonly kind: 'tree'; readonly tree: Condition }
  | { readonly kind: 'member'; readonly isMember: boolean }
  | { readonly kind: 'missing' };

/** A value as it is stored; undefined is missing, and so is null (D-310). */
export type StoredValue = JsonValue | Date | undefined;

export type FieldValue = { readonly value: StoredValue; readonly isDeleted: boolean };

export function valueIn(of: ValueField, facts: ContactFacts): FieldValue {
  if (of.kind === 'data') return customValue(of, facts);
  if (of.kind === 'context') return { value: lookUp(facts.context ?? {}, of), isDeleted: false };
  return { value: facts.contact[of.kind], isDeleted: false };
}

/** Why two keys: once `a` is deleted, the path through the key `a` has no value for any contact, unless `a.b` is a key. */
function customValue(of: KeyPath, { contact, isDeletedKey }: ContactFacts): FieldValue {
  const first = of.path?.[0];
  const isThroughDeleted = first !== undefined && !Object.hasOwn(contact.data, of.key) && isDeletedKey(first);
  return { value: lookUp(contact.data, of), isDeleted: isDeletedKey(of.key) || isThroughDeleted };
}

/** The path rule (D-307): the exact key first, else a walk through objects. Own keys only. */
export function lookUp(object: JsonObject, { key, path }: KeyPath): JsonValue | undefined {
  if (Object.hasOwn(object, key) || path === null) return own(object, key);
  let value: JsonValue | undefined = object;
  for (const step of path) value = own(value, step);
  return value;
}

function own(value: JsonValue | undefined, key: string): JsonValue | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, key) ? value[key] : undefined;
}
