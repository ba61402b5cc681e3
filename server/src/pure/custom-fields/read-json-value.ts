import type { DataProblem } from './data-problem.ts';
import { report } from './data-problem.ts';
import type { JsonObject, JsonValue } from './json-value.ts';
import { emptyObject } from './json-value.ts';

/** `data` itself is the first level. */
const maxDepth = 10;

type Place = { path: string[]; depth: number; problems: DataProblem[] };

/**
 * A copy of one value of `data` that the database can hold. Problems are added to the list; the copy is then worthless.
 * A key `__proto__` is dropped at every level (D-112).
 */
export function readJsonValue(raw: unknown, path: string[], problems: DataProblem[]): JsonValue {
  return readValue(raw, { path, depth: 2, problems });
}

/** An object as JSON.parse makes them, not a list and not an instance of a class. */
export function isPlainObject(raw: unknown): raw is Record<string, unknown> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return false;
  const prototype: unknown = Object.getPrototypeOf(raw);
  return prototype === null || prototype === Object.prototype;
}

function readValue(raw: unknown, place: Place): JsonValue {
  if (typeof raw === 'string') return readText(raw, place);
  if (typeof raw === 'number') return readNumber(raw, place);
  if (typeof raw === 'boolean' || raw === null) return raw;
  if (Array.isArray(raw)) return readArray(raw, place);
  if (isPlainObject(raw)) return readObject(raw, place);
  return refuse(place, 'invalid_type', 'Not a JSON value.');
}

function readText(raw: string, place: Place): JsonValue {
  if (raw.includes('\0')) return refuse(place, 'invalid_string', 'Text cannot contain the character U+0000.');
  return raw.toWellFormed();
}

function readNumber(raw: number, place: Place): JsonValue {
  if (!Number.isFinite(raw)) return refuse(place, 'invalid_type', 'The number is too large.');
  return raw === 0 ? 0 : raw; // JSON text has one zero
}

function readArray(raw: readonly unknown[], place: Place): JsonValue {
  if (place.depth > maxDepth) return refuseDepth(place);
  return raw.map((item, index) => readValue(item, inside(place, String(index))));
}

function readObject(raw: Record<string, unknown>, place: Place): JsonValue {
  if (place.depth > maxDepth) return refuseDepth(place);
  const copy: JsonObject = emptyObject();
  for (const [key, value] of Object.entries(raw)) {
    if (key === '__proto__') continue;
    const there = inside(place, key);
    if (key.includes('\0')) refuse(there, 'invalid_string', 'A key cannot contain the character U+0000.');
    else copy[key.toWellFormed()] = readValue(value, there);
  }
  return copy;
}

const inside = (place: Place, segment: string): Place => ({
  path: [...place.path, segment],
  depth: place.depth + 1,
  problems: place.problems,
});

function refuse(place: Place, code: DataProblem['code'], message: string): null {
  report(place.problems, { path: place.path, code, message });
  return null;
}

function refuseDepth(place: Place): null {
  return refuse({ ...place, path: [] }, 'too_big', `Custom data is nested at most ${maxDepth} levels deep.`);
}
