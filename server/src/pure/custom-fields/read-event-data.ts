import { type DataProblem, report } from './data-problem.ts';
import { emptyObject, type JsonObject } from './json-value.ts';
import { mergedSizeProblem } from './merged-size.ts';
import { isWrapper, lastOfEachKey } from './read-data-patch.ts';
import { isPlainObject, readJsonValue } from './read-json-value.ts';

export type EventDataReading = { ok: true; data: JsonObject | null } | { ok: false; problems: DataProblem[] };

/**
 * What an event stores of the `data` it was sent with (D-404): everything as sent, null and "" too, without the keys of
 * the service and with the value instead of a wrapper. Keys and values follow the rules of readDataPatch.
 */
export function readEventData(raw: unknown): EventDataReading {
  if (!isPlainObject(raw)) return { ok: true, data: null };
  const problems: DataProblem[] = [];
  const data: JsonObject = emptyObject();
  for (const [key, value] of lastOfEachKey(raw)) {
    data[key] = readJsonValue(isWrapper(value) ? value.value : value, [key], problems);
  }
  const size = mergedSizeProblem(data);
  if (size) report(problems, size);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, data };
}
