import { emptyObject, isJsonObject, type JsonObject, readDataPatch } from '#pure/custom-fields';
import { type ConfigDraft, fieldValue, refuse } from './config-draft.ts';
import { readChoice } from './fields.ts';
import type { UpdateContactConfig } from './step-config.ts';

export function readUpdateContact(draft: ConfigDraft): UpdateContactConfig {
  const data = readPatch(draft, 'data');
  const updates = readPatch(draft, 'updates');
  const action = readChoice(draft, 'subscriptionAction', ['none', 'subscribe', 'unsubscribe']);
  const isEmpty = ['data', 'updates', 'subscriptionAction'].every((key) => fieldValue(draft, key) === undefined);
  if (isEmpty) draft.missing.push(['updates']);
  return { type: 'UPDATE_CONTACT', data: Object.assign(data, updates), subscriptionAction: action ?? 'none' };
}

/** The values by stored key, so that of two keys that are equal once trimmed `updates` wins. */
function readPatch(draft: ConfigDraft, key: 'data' | 'updates'): JsonObject {
  const values = emptyObject();
  const raw = fieldValue(draft, key);
  if (raw === undefined) return values;
  const reading = readDataPatch(raw);
  if (!reading.ok) {
    for (const { path, code, message } of reading.problems) refuse(draft, [key, ...path], code, message);
  } else if (isJsonObject(raw)) {
    draft.kept[key] = raw;
    for (const [name, value] of Object.entries(raw)) values[name.trim()] = value;
  }
  return values;
}
