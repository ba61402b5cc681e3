import type { JsonObject, JsonValue } from '#pure/custom-fields';
import { limits } from '#pure/limits';

export type ConfigPath = readonly (string | number)[];

/** A broken rule. `path` starts inside `config`; an empty path is the config itself. */
export type ConfigProblem = {
  readonly path: ConfigPath;
  readonly code: 'invalid_type' | 'invalid_string' | 'invalid_enum_value' | 'too_small' | 'too_big' | 'custom';
  readonly message: string;
};

/** A config while it is read. */
export type ConfigDraft = {
  readonly raw: JsonObject;
  /** The config as it was understood: unknown keys and keys that are null are left out. */
  readonly kept: JsonObject;
  readonly problems: ConfigProblem[];
  /** Required fields that are not there: fine in a draft of a workflow. */
  readonly missing: ConfigPath[];
};

/** Adds a problem, up to 50 in all (D-142). Returns undefined, so that a reader can return it as its value. */
export function refuse(
  { problems }: Pick<ConfigDraft, 'problems'>,
  path: ConfigPath,
  code: ConfigProblem['code'],
  message: string,
): undefined {
  if (problems.length < limits.problemsPerReply) problems.push({ path, code, message });
}

/** The value of a key, or undefined when it is missing or null (D-113). */
export function fieldValue({ raw }: Pick<ConfigDraft, 'raw'>, key: string): JsonValue | undefined {
  return (Object.hasOwn(raw, key) ? raw[key] : undefined) ?? undefined;
}

/** Notes the field as missing if it is. */
export function requireField(draft: ConfigDraft, key: string): void {
  if (fieldValue(draft, key) === undefined) draft.missing.push([key]);
}
