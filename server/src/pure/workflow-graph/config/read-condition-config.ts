import { emptyObject, isJsonObject, type JsonObject, type JsonValue } from '#pure/custom-fields';
import { type ConfigDraft, fieldValue } from './config-draft.ts';
import { readChoice } from './fields.ts';
import { readBranches } from './read-branches.ts';
import { readFilterAlone, readTree } from './read-tree.ts';
import type { ConditionConfig } from './step-config.ts';

/** The three forms of a CONDITION (D-914). The first of these keys that is there decides which one it is. */
export function readConditionConfig(draft: ConfigDraft): ConditionConfig | undefined {
  const has = (key: string): boolean => fieldValue(draft, key) !== undefined;
  if (has('mode')) return readMulti(draft);
  if (has('condition')) return readWrapped(draft, fieldValue(draft, 'condition') ?? null);
  if (has('logic') || has('groups')) return readBare(draft);
  if (has('field') || has('operator')) return readSingle(draft);
  draft.missing.push(['condition']);
  return undefined;
}

function readMulti(draft: ConfigDraft): ConditionConfig | undefined {
  if (readChoice(draft, 'mode', ['multi']) === undefined) return undefined;
  const branches = readBranches(draft);
  return branches && { type: 'CONDITION', form: 'multi', ...branches };
}

function readWrapped(draft: ConfigDraft, raw: JsonValue): ConditionConfig | undefined {
  const { tree, json } = readTree(draft, raw, (path) => ['condition', ...path]);
  draft.kept.condition = isJsonObject(json) ? picked(json, ['logic', 'groups']) : json;
  return tree && { type: 'CONDITION', form: 'tree', tree, isWrapped: true };
}

function readBare(draft: ConfigDraft): ConditionConfig | undefined {
  const { tree, json } = readTree(draft, draft.raw, (path) => path);
  if (isJsonObject(json)) Object.assign(draft.kept, picked(json, ['logic', 'groups']));
  return tree && { type: 'CONDITION', form: 'tree', tree, isWrapped: false };
}

function readSingle(draft: ConfigDraft): ConditionConfig | undefined {
  const { tree, json } = readFilterAlone(draft, draft.raw, (path) => path);
  Object.assign(draft.kept, json);
  return tree && { type: 'CONDITION', form: 'single', tree };
}

function picked(object: JsonObject, keys: readonly string[]): JsonObject {
  const found = emptyObject();
  for (const key of keys) {
    const value = fieldValue({ raw: object }, key);
    if (value !== undefined) found[key] = value;
  }
  return found;
}
