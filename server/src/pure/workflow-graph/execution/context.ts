import type { JsonObject } from '#pure/custom-fields';
import { limits } from '#pure/limits';

export type ContextMerge = { readonly context: JsonObject; readonly isTooLarge: boolean };

/** Merges top-level keys into the context; a merge that would exceed 64 KB is skipped as a whole (D-924). */
export function mergeIntoContext(context: JsonObject, added: JsonObject): ContextMerge {
  const merged = { ...context, ...added };
  const isTooLarge = Buffer.byteLength(JSON.stringify(merged)) > limits.executionContextBytes;
  return { context: isTooLarge ? context : merged, isTooLarge };
}
