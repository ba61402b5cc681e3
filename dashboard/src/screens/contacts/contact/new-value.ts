import type { JsonValue } from '../../../widgets/key-value-table/typed-value.ts';
import { keyProblem as nameProblem } from '../reserved-keys.ts';

/** Why a key cannot be added; null if it can. */
export const keyProblem = (key: string, taken: readonly string[]): string | null =>
  taken.includes(key) ? `${key} is there already: edit it in its row.` : nameProblem(key);

/** What was typed: JSON for numbers, yes or no, lists and objects; otherwise the text itself. */
export function readNewValue(text: string): JsonValue {
  try {
    const value = JSON.parse(text) as JsonValue; // JSON by definition
    return value === null || typeof value === 'string' ? text : value;
  } catch {
    return text;
  }
}
