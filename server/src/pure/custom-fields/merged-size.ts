import { limits } from '#pure/limits';
import type { DataProblem } from './data-problem.ts';
import type { JsonObject } from './json-value.ts';

const { contactDataKeys: maxKeys, contactDataBytes: maxBytes } = limits;

/** What is wrong with the size of a contact's whole `data`, or null. Bytes are those of compact JSON in UTF-8 (D-212). */
export function mergedSizeProblem(data: JsonObject): DataProblem | null {
  if (Object.keys(data).length > maxKeys) return tooBig(`Custom data has at most ${maxKeys} keys.`);
  if (Buffer.byteLength(JSON.stringify(data)) > maxBytes) return tooBig(`Custom data is at most ${maxBytes} bytes.`);
  return null;
}

const tooBig = (message: string): DataProblem => ({ path: [], code: 'too_big', message });
