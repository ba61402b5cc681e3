export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;
export type JsonObject = { [key: string]: JsonValue };

/** Whether a JSON value is an object, not a list and not null. */
export const isJsonObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object without a prototype, so that a key such as `constructor` is data like any other. */
export const emptyObject = (): JsonObject => Object.create(null);

/** The value of a key of the object's own, or undefined. */
export const ownValue = (object: JsonObject, key: string): JsonValue | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;

/** Equal as the database compares JSON: the order of keys does not matter, the order of items does. */
export function sameJson(a: JsonValue, b: JsonValue): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) return Array.isArray(b) && sameItems(a, b);
  return !Array.isArray(b) && sameEntries(a, b);
}

const sameItems = (a: readonly JsonValue[], b: readonly JsonValue[]): boolean =>
  a.length === b.length && a.every((item, index) => sameJson(item, b[index] ?? null));

function sameEntries(a: JsonObject, b: JsonObject): boolean {
  const entries = Object.entries(a);
  if (entries.length !== Object.keys(b).length) return false;
  return entries.every(([key, value]) => {
    const other = ownValue(b, key);
    return other !== undefined && sameJson(value, other);
  });
}
