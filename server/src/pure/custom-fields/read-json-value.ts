import { limits } from '#pure/limits';
import { type DataProblem, report } from './data-problem.ts';
import { emptyObject, type JsonObject, type JsonValue } from './json-value.ts';

/** How deep an object may be nested; the object itself is the first level. */
export type NestingRule = { readonly maxLevels: number; readonly subject: string };

const ofData: NestingRule = { maxLevels: limits.contactDataLevels, subject: 'Custom data' };

type JsonCursor = { path: string[]; depth: number; problems: DataProblem[]; nesting: NestingRule };

/**
 * A copy of one value of an object, of `data` unless another rule is given, that the database can store. Problems are added
 * to the list; the copy must not be used then. A key `__proto__` is dropped at every level (D-112).
 */
export function readJsonValue(
  raw: unknown,
  path: string[],
  problems: DataProblem[],
  nesting: NestingRule = ofData,
): JsonValue {
  return readValue(raw, { path, depth: 2, problems, nesting });
}

/** An object as JSON.parse makes them, not a list and not an instance of a class. */
export function isPlainObject(raw: unknown): raw is Record<string, unknown> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return false;
  const prototype: unknown = Object.getPrototypeOf(raw);
  return prototype === null || prototype === Object.prototype;
}

function readValue(raw: unknown, cursor: JsonCursor): JsonValue {
  if (typeof raw === 'string') return readText(raw, cursor);
  if (typeof raw === 'number') return readNumber(raw, cursor);
  if (typeof raw === 'boolean' || raw === null) return raw;
  if (Array.isArray(raw)) return readArray(raw, cursor);
  if (isPlainObject(raw)) return readObject(raw, cursor);
  return refuse(cursor, 'invalid_type', 'Not a JSON value.');
}

function readText(raw: string, cursor: JsonCursor): JsonValue {
  if (raw.includes('\0')) return refuse(cursor, 'invalid_string', 'Text cannot contain the character U+0000.');
  return raw.toWellFormed();
}

function readNumber(raw: number, cursor: JsonCursor): JsonValue {
  if (!Number.isFinite(raw)) return refuse(cursor, 'invalid_type', 'The number is too large.');
  return raw === 0 ? 0 : raw; // JSON text has one zero
}

function readArray(raw: readonly unknown[], cursor: JsonCursor): JsonValue {
  if (cursor.depth > cursor.nesting.maxLevels) return refuseDepth(cursor);
  return raw.map((item, index) => readValue(item, inside(cursor, String(index))));
}

function readObject(raw: Record<string, unknown>, cursor: JsonCursor): JsonValue {
  if (cursor.depth > cursor.nesting.maxLevels) return refuseDepth(cursor);
  const copy: JsonObject = emptyObject();
  for (const [key, value] of Object.entries(raw)) {
    if (key === '__proto__') continue;
    const inner = inside(cursor, key);
    if (key.includes('\0')) refuse(inner, 'invalid_string', 'A key cannot contain the character U+0000.');
    else copy[key.toWellFormed()] = readValue(value, inner);
  }
  return copy;
}

const inside = (cursor: JsonCursor, segment: string): JsonCursor => ({
  ...cursor,
  path: [...cursor.path, segment],
  depth: cursor.depth + 1,
});

function refuse(cursor: JsonCursor, code: DataProblem['code'], message: string): null {
  report(cursor.problems, { path: cursor.path, code, message });
  return null;
}

function refuseDepth(cursor: JsonCursor): null {
  const { maxLevels, subject } = cursor.nesting;
  return refuse({ ...cursor, path: [] }, 'too_big', `${subject} is nested at most ${maxLevels} levels deep.`);
}
