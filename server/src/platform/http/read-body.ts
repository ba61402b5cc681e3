import { type FieldProblem, Invalid } from '#platform/refusals';
import { limits } from '#pure/limits';
import { UnreadableBody } from './refusals.ts';

const { jsonLevels: maxDepth, problemsPerReply: maxProblems } = limits;

/**
 * Reads a JSON body (D-112, D-115): an empty one is `{}`, the last of two equal keys wins, `__proto__` is dropped,
 * lone surrogates are replaced; zero bytes and numbers past infinity are refused at their path.
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

/** The path of a value; a linked list, so that a valid body allocates no array for each of its values. */
interface ValuePath {
  readonly parent: ValuePath | null;
  readonly key: string | number;
  readonly depth: number;
}

function clean(node: object, path: ValuePath | null, problems: FieldProblem[]): void {
  const depth = (path?.depth ?? 0) + 1;
  if (depth > maxDepth) throw UnreadableBody();
  if (Array.isArray(node)) {
    for (const [key, value] of node.entries()) cleanEntry(node, { parent: path, key, depth }, value, problems);
    return;
  }
  for (const key of Object.keys(node)) {
    if (key === '__proto__') {
      Reflect.deleteProperty(node, key);
      continue;
    }
    const at = { parent: path, key, depth };
    cleanEntry(node, at, (node as Record<string, unknown>)[key], problems); // its own key
    if (problems.length < maxProblems && key.includes('\0')) problems.push(zeroByte(at));
  }
}

function cleanEntry(node: object, path: ValuePath, value: unknown, problems: FieldProblem[]): void {
  if (typeof value === 'object' && value !== null) clean(value, path, problems);
  else if (typeof value === 'string') {
    if (problems.length < maxProblems && value.includes('\0')) problems.push(zeroByte(path));
    if (!value.isWellFormed()) Reflect.set(node, path.key, value.toWellFormed());
  } else if ((value === Infinity || value === -Infinity) && problems.length < maxProblems) {
    problems.push(outOfRange(path));
  }
}

/** Keys as `a.b.0`; long ones are cut, because a problem names every key above it. */
function fieldAt(path: ValuePath | null): string {
  const keys: string[] = [];
  for (let at = path; at; at = at.parent) keys.unshift(String(at.key).slice(0, 200));
  return keys.join('.').replaceAll('\0', '\uFFFD').toWellFormed();
}

const zeroByte = (path: ValuePath): FieldProblem => ({
  field: fieldAt(path),
  message: 'Must not contain the character U+0000.',
  code: 'invalid_string',
});

const outOfRange = (path: ValuePath): FieldProblem => ({
  field: fieldAt(path),
  message: 'The number is out of range.',
  code: 'invalid_type',
  received: 'number',
});

/** The JSON type of a value, as `received` names it. */
export function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
