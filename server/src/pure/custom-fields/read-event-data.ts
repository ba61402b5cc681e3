import type { DataProblem } from './data-problem.ts';
import { report } from './data-problem.ts';
import type { JsonObject } from './json-value.ts';
import { emptyObject } from './json-value.ts';
import { mergedSizeProblem } from './merged-size.ts';
import { isWrapper, lastOfEachKey } from './read-data-patch.ts';
import { isPlainObject, readJsonValue } from './read-json-value.ts';

export type EventDataReading = { ok: true; data: JsonObject | null } | { ok: false; problems: DataProblem[] };

/**
 * What an event remembers of the `data` it came with (D-404): everything as sent, null and "" too, without the keys of
 * the service and with the value in place of a wrapper. Keys and values keep the rules of readDataPatch.
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
