import type { FieldProblem } from '#platform/refusals';
import { Invalid } from '#platform/refusals';
import { UnreadableBody } from './refusals.ts';

const deepest = 32;

/**
 * Reads a JSON body (D-112, D-115): an empty one is `{}`, the last of two equal keys wins, `__proto__` is dropped,
 * lone surrogates are mended; zero bytes and numbers past infinity are refused at their path.
 */
export function readBody(text: string): Readonly<Record<string, unknown>> {
  if (text.trim() === '') return {};
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw Invalid([
      { field: '', message: 'The body must be an object.', code: 'invalid_type', received: typeName(value) },
    ]);
  }
  const problems: FieldProblem[] = [];
  clean(value, null, problems);
  if (problems.length > 0) throw Invalid(problems);
  return value as Record<string, unknown>; // checked above: an object, not an array
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw UnreadableBody();
  }
}

/** Where a value stands; a chain, so that a sound body makes no list for each of its values. */
interface Place {
  readonly holder: Place | null;
  readonly key: string | number;
  readonly depth: number;
}

function clean(node: object, place: Place | null, problems: FieldProblem[]): void {
  const depth = (place?.depth ?? 0) + 1;
  if (depth > deepest) throw UnreadableBody();
  if (Array.isArray(node)) {
    for (const [key, value] of node.entries()) cleanEntry(node, { holder: place, key, depth }, value, problems);
    return;
  }
  for (const key of Object.keys(node)) {
    if (key === '__proto__') {
      Reflect.deleteProperty(node, key);
      continue;
    }
    const at = { holder: place, key, depth };
    cleanEntry(node, at, (node as Record<string, unknown>)[key], problems); // its own key
    if (problems.length < mostProblems && key.includes('\0')) problems.push(zeroByte(at));
  }
}

function cleanEntry(node: object, place: Place, value: unknown, problems: FieldProblem[]): void {
  if (typeof value === 'object' && value !== null) clean(value, place, problems);
  else if (typeof value === 'string') {
    if (problems.length < mostProblems && value.includes('\0')) problems.push(zeroByte(place));
    if (!value.isWellFormed()) Reflect.set(node, place.key, value.toWellFormed());
  } else if ((value === Infinity || value === -Infinity) && problems.length < mostProblems) {
    problems.push(outOfRange(place));
  }
}

const mostProblems = 50;

/** Keys as `a.b.0`; a long one is cut, for a problem names every key above it. */
function fieldAt(place: Place | null): string {
  const keys: string[] = [];
  for (let at = place; at; at = at.holder) keys.unshift(String(at.key).slice(0, 200));
  return keys.join('.').replaceAll('\0', '\uFFFD').toWellFormed();
}

const zeroByte = (place: Place): FieldProblem => ({
  field: fieldAt(place),
  message: 'Must not contain the character U+0000.',
  code: 'invalid_string',
});

const outOfRange = (place: Place): FieldProblem => ({
  field: fieldAt(place),
  message: 'The number is out of range.',
  code: 'invalid_type',
  received: 'number',
});

/** The JSON type of a value, as `received` names it. */
export function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
