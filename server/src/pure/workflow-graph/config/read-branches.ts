import { emptyObject, isJsonObject, type JsonObject, type JsonValue } from '#pure/custom-fields';
import { limits } from '#pure/limits';
import { type ConfigDraft, type ConfigPath, fieldValue, refuse, requireField } from './config-draft.ts';
import { readText } from './fields.ts';
import { readFilterAlone } from './read-tree.ts';
import type { ConditionBranch } from './step-config.ts';

type Branches = { readonly field: string; readonly branches: readonly ConditionBranch[] };

/** The field and the branches of a CONDITION with `mode: "multi"` (D-914). */
export function readBranches(draft: ConfigDraft): Branches | undefined {
  requireField(draft, 'field');
  requireField(draft, 'branches');
  const field = readText(draft, 'field', limits.conditionFieldCharacters);
  const list = readList(draft);
  if (list === undefined) return undefined;

  const ids = new Set<string>();
  const branches = list.map((raw, index) => readBranch(draft, raw, { index, field, ids }));
  draft.kept.branches = branches.map(({ json }) => json);
  if (field === undefined) return undefined;
  return { field, branches: branches.flatMap(({ branch }) => branch ?? []) };
}

function readList(draft: ConfigDraft): readonly JsonValue[] | undefined {
  const list = fieldValue(draft, 'branches');
  const max = limits.branchesPerCondition;
  if (list === undefined) return undefined;
  if (!Array.isArray(list)) return refuse(draft, ['branches'], 'invalid_type', 'Branches are a list.');
  if (list.length === 0) return refuse(draft, ['branches'], 'too_small', 'There is at least one branch.');
  if (list.length > max) return refuse(draft, ['branches'], 'too_big', `There are at most ${max} branches.`);
  return list;
}

type BranchPosition = { readonly index: number; readonly field: string | undefined; readonly ids: Set<string> };
type BranchReading = { readonly json: JsonValue; readonly branch?: ConditionBranch };

function readBranch(draft: ConfigDraft, raw: JsonValue, { index, field, ids }: BranchPosition): BranchReading {
  const path: ConfigPath = ['branches', index];
  if (!isJsonObject(raw)) {
    refuse(draft, path, 'invalid_type', 'A branch is an object with id and operator.');
    return { json: null };
  }
  const inner: ConfigDraft = { raw, kept: emptyObject(), problems: [], missing: [] };
  const id = readId(inner, ids);
  readText(inner, 'name', limits.branchNameCharacters);
  const tree = readFilter(inner, raw, field);
  for (const { path: at, code, message } of inner.problems) {
    // A wrong field is reported once, not for each branch.
    if (at[0] !== 'field') refuse(draft, [...path, ...at], code, message);
    else if (!draft.problems.some((known) => known.path[0] === 'field')) refuse(draft, at, code, message);
  }
  for (const at of inner.missing) draft.missing.push([...path, ...at]);
  return { json: inner.kept, ...(id !== undefined && tree ? { branch: { id, tree } } : {}) };
}

function readId(draft: ConfigDraft, ids: Set<string>): string | undefined {
  requireField(draft, 'id');
  const id = readText(draft, 'id', limits.branchIdCharacters);
  if (id === undefined) return undefined;
  if (id === '') return refuse(draft, ['id'], 'too_small', 'An id has at least 1 character.');
  if (id === 'default') return refuse(draft, ['id'], 'custom', 'The id default is that of the last branch.');
  if (ids.has(id)) return refuse(draft, ['id'], 'custom', 'Two branches cannot have the same id.');
  ids.add(id);
  return id;
}

/** Without a field nothing can be said about operator and value: they are kept as they are. */
function readFilter(draft: ConfigDraft, raw: JsonObject, field: string | undefined) {
  requireField(draft, 'operator');
  const { operator = null, value = null, unit = null } = raw;
  if (field === undefined || operator === null) {
    Object.assign(draft.kept, withoutNulls({ operator, value, unit }));
    return undefined;
  }
  const { tree, json } = readFilterAlone(draft, { field, operator, value, unit }, (path) => path);
  if (isJsonObject(json)) Object.assign(draft.kept, withoutNulls({ ...json, field: null }));
  return tree;
}

const withoutNulls = (object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
