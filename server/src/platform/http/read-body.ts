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
  clean(value, [], problems);
  if (problems.length > 0) throw Invalid(problems.slice(0, 50));
  return value as Record<string, unknown>; // checked above: an object, not an array
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw UnreadableBody();
  }
}

function clean(node: object, path: readonly string[], problems: FieldProblem[]): void {
  if (path.length >= deepest) throw UnreadableBody();
  const holder = node as Record<string, unknown>; // arrays too: their keys are indexes
  for (const key of Object.keys(holder)) {
    if (key === '__proto__') {
      delete holder[key];
      continue;
    }
    const value = holder[key];
    if (typeof value === 'object' && value !== null) clean(value, [...path, key], problems);
    else if (typeof value === 'string') holder[key] = cleanText(value, [...path, key], problems);
    else if (value === Infinity || value === -Infinity) problems.push(outOfRange([...path, key]));
    if (key.includes('\0')) problems.push(zeroByte([...path, key]));
  }
}

function cleanText(value: string, path: readonly string[], problems: FieldProblem[]): string {
  if (value.includes('\0')) problems.push(zeroByte(path));
  return value.isWellFormed() ? value : value.toWellFormed();
}

const zeroByte = (path: readonly string[]): FieldProblem => ({
  field: path.join('.').replaceAll('\0', '\uFFFD'),
  message: 'Must not contain the character U+0000.',
  code: 'invalid_string',
});

const outOfRange = (path: readonly string[]): FieldProblem => ({
  field: path.join('.'),
  message: 'The number is out of range.',
  code: 'invalid_type',
  received: 'number',
});

/** The JSON type of a value, as `received` names it. */
export function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
