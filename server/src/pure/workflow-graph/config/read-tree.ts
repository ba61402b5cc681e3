import { type Condition, readCondition, toJson } from '#pure/conditions';
import type { JsonObject, JsonValue } from '#pure/custom-fields';
import { type ConfigDraft, type ConfigPath, refuse } from './config-draft.ts';

type TreeReading = { readonly tree: Condition | undefined /** As it was understood. */; readonly json: JsonValue };

/** Reads a condition in a config; `placeOf` gives the path of a problem. A tree that lacks fields is kept as it is. */
export function readTree(draft: ConfigDraft, raw: JsonValue, placeOf: (path: ConfigPath) => ConfigPath): TreeReading {
  const reading = readCondition(raw, { allowsContext: true });
  if (reading.ok) return { tree: reading.tree, json: asJson(reading.tree) };
  for (const { path, code, message } of reading.problems) {
    if (code === 'required') draft.missing.push(placeOf(path));
    else refuse(draft, placeOf(path), code, message);
  }
  return { tree: undefined, json: raw };
}

/** Reads a filter that stands by itself: the tree has this one filter. Paths are those inside the filter. */
export function readFilterAlone(
  draft: ConfigDraft,
  { field, operator, value, unit }: JsonObject,
  placeOf: (path: ConfigPath) => ConfigPath,
): TreeReading {
  const filter = Object.fromEntries(
    Object.entries({ field, operator, value, unit }).filter((entry): entry is [string, JsonValue] => entry[1] != null),
  );
  const raw = { logic: 'AND', groups: [{ filters: [filter] }] };
  const { tree } = readTree(draft, raw, (path) => placeOf(pathInFilter(path)));
  const understood = tree && toJson(tree).groups[0]?.filters[0];
  return { tree, json: understood ? { ...understood } : filter };
}

/** The path inside the filter of a tree that has only one: without `groups.0.filters.0`. */
export const pathInFilter = (path: ConfigPath): ConfigPath => path.slice(4);

const asJson = (tree: Condition): JsonValue => ({ ...toJson(tree) });
