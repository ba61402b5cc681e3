import { z } from 'zod';
import { emptyObject, isPlainObject, type JsonObject, readJsonValue } from '#pure/custom-fields';
import { limits } from '#pure/limits';

type Problems = Parameters<typeof readJsonValue>[2];

/** The context of an execution in a request (D-924). */
export const ExecutionContext = z
  .unknown()
  .transform((raw, ctx): JsonObject => {
    const problems: Problems = [];
    const context = isPlainObject(raw)
      ? readContext(raw, problems)
      : refuse(problems, 'invalid_type', 'Must be an object.');
    for (const { path, code, message } of problems) {
      ctx.addIssue({ code: 'custom', message, params: { code }, path: [...path] });
    }
    return problems.length > 0 ? z.NEVER : context;
  })
  .meta({ type: 'object', additionalProperties: true });

function readContext(raw: Record<string, unknown>, problems: Problems): JsonObject {
  const nesting = { maxLevels: limits.jsonLevels, subject: 'A context' };
  const read = readJsonValue({ context: raw }, [], problems, nesting) as { context: JsonObject }; // the same structure
  if (problems.length > 0) return read.context;
  const isTooLarge = Buffer.byteLength(JSON.stringify(read.context)) > limits.executionContextBytes;
  return isTooLarge ? refuse(problems, 'too_big', 'A context is at most 64 KB as JSON.') : read.context;
}

function refuse(problems: Problems, code: Problems[number]['code'], message: string): JsonObject {
  problems.push({ path: [], code, message });
  return emptyObject();
}
