import { badKeyMessage, isDataKey, storedKey } from './data-key.ts';
import { type DataProblem, report } from './data-problem.ts';
import { emptyObject, type JsonObject } from './json-value.ts';
import { mergedSizeProblem } from './merged-size.ts';
import { isPlainObject, readJsonValue } from './read-json-value.ts';
import { isReservedKey } from './reserved-keys.ts';

/** The changes in a request's `data`. A key is in at most one of the three; the objects have no prototype. */
export type DataPatch = {
  /** Values to store, each replacing the old one whole. */
  readonly set: JsonObject;
  /** Keys to delete. */
  readonly remove: readonly string[];
  /** Variables of this send or event alone; null hides a stored value. */
  readonly once: JsonObject;
};

export type DataPatchReading = { ok: true; patch: DataPatch } | { ok: false; problems: DataProblem[] };

type PatchDraft = { set: JsonObject; remove: string[]; once: JsonObject; problems: DataProblem[] };

/**
 * Reads the `data` of a request (sections 2.1 and 2.2 of the specification, D-201, D-206 to D-212). Missing and null
 * mean no change. What can only be known after the merge is checked there, by mergedSizeProblem.
 */
export function readDataPatch(raw: unknown): DataPatchReading {
  const draft: PatchDraft = { set: emptyObject(), remove: [], once: emptyObject(), problems: [] };
  if (raw !== undefined && raw !== null) readInto(draft, raw);

  const { problems, ...patch } = draft;
  return problems.length > 0 ? { ok: false, problems } : { ok: true, patch };
}

function readInto(draft: PatchDraft, raw: unknown): void {
  if (!isPlainObject(raw)) {
    report(draft.problems, { path: [], code: 'invalid_type', message: 'Custom data is an object.' });
    return;
  }
  for (const [key, value] of lastOfEachKey(raw)) {
    if (isDataKey(key)) readEntry(draft, key, value);
    else report(draft.problems, { path: [key], code: 'invalid_string', message: badKeyMessage });
  }
  // Why: variables of one send are never merged, so they are measured here; they are stored with the mail.
  for (const part of draft.problems.length > 0 ? [] : [draft.set, draft.once]) {
    const problem = mergedSizeProblem(part);
    if (problem) report(draft.problems, problem);
  }
}

/** The sent values by stored key, without those the service drops. Of two keys that are equal once trimmed, the last counts. */
export function lastOfEachKey(raw: Record<string, unknown>): Map<string, unknown> {
  const entries = new Map<string, unknown>();
  for (const [sent, value] of Object.entries(raw)) {
    const key = storedKey(sent);
    if (key !== '__proto__' && !isReservedKey(key)) entries.set(key, value);
  }
  return entries;
}

function readEntry(draft: PatchDraft, key: string, raw: unknown): void {
  const wrapper = isWrapper(raw) ? raw : null;
  const value = wrapper
    ? readJsonValue(wrapper.value, [key, 'value'], draft.problems)
    : readJsonValue(raw, [key], draft.problems);

  if (value === '') return;
  if (wrapper && !wrapper.persistent) draft.once[key] = value;
  else if (value === null) draft.remove.push(key);
  else draft.set[key] = value;
}

/** Exactly these two keys, or it is an ordinary object (D-207). */
export function isWrapper(raw: unknown): raw is { value: unknown; persistent: boolean } {
  if (!isPlainObject(raw) || Object.keys(raw).length !== 2) return false;
  return Object.hasOwn(raw, 'value') && typeof raw.persistent === 'boolean';
}
