import { emptyObject, type JsonObject, ownValue, sameJson } from './json-value.ts';
import type { DataPatch } from './read-data-patch.ts';

/** The data of a contact after the patch. The database does the same with the locked row. */
export function applyDataPatch(stored: JsonObject, patch: DataPatch): { data: JsonObject; changed: boolean } {
  const data = copyOf(stored);
  let changed = false;
  for (const key of patch.remove) {
    changed ||= Object.hasOwn(data, key);
    delete data[key];
  }
  for (const [key, value] of Object.entries(patch.set)) {
    const old = ownValue(data, key);
    changed ||= old === undefined || !sameJson(old, value);
    data[key] = value;
  }
  return { data, changed };
}

/** The variables of this send or event: the data after the patch, overridden by the values that are not stored. */
export function variablesFor(stored: JsonObject, patch: DataPatch): JsonObject {
  const variables = applyDataPatch(stored, patch).data;
  for (const [key, value] of Object.entries(patch.once)) variables[key] = value;
  return variables;
}

function copyOf(object: JsonObject): JsonObject {
  const copy = emptyObject();
  for (const [key, value] of Object.entries(object)) copy[key] = value;
  return copy;
}
