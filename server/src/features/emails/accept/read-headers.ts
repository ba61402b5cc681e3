import { headerProblem } from '#pure/message';
import type { Faults } from './reading.ts';
import { isObject } from './reading.ts';

const mostNames = 50;
const mostBytes = 16 * 1024;

/** The caller's own headers (D-612, D-613). */
export function readHeaders(raw: unknown, faults: Faults): Readonly<Record<string, string>> | null {
  if (raw === undefined || raw === null) return {};
  if (!isObject(raw)) return faults.add([], 'invalid_type', 'Must be of type object.');
  const entries = Object.entries(raw);
  if (entries.length > mostNames) return faults.add([], 'too_big', `At most ${mostNames} headers.`);
  const seen = new Set<string>();
  let bytes = 0;
  for (const [name, value] of entries) {
    if (typeof value !== 'string') faults.add([name], 'invalid_type', 'Must be of type string.');
    const problem = typeof value === 'string' ? headerProblem(name, value) : null;
    if (problem) faults.add([name], problem.code, problem.message);
    const lower = name.toLowerCase();
    if (seen.has(lower)) faults.add([name], 'custom', 'The same header stands here twice.');
    seen.add(lower);
    bytes += Buffer.byteLength(name) + (typeof value === 'string' ? Buffer.byteLength(value) : 0);
  }
  if (bytes > mostBytes) faults.add([], 'too_big', 'All headers together are at most 16 KB.');
  return raw as Readonly<Record<string, string>>; // every value is text, or a fault was noted
}
