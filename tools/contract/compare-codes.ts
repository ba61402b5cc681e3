import type { FoundCode } from './find-codes.ts';

/** Where code and table of error codes differ, one sentence each. */
export function compareCodes(
  found: readonly FoundCode[],
  table: readonly { readonly status: number; readonly code: string }[],
  statuses: Readonly<Record<string, number>>,
): string[] {
  const nameOf = (status: number, code: string): string => `${status} ${code}`;
  const documented = new Set(table.map(({ status, code }) => nameOf(status, code)));
  const used = new Set(['500 INTERNAL_SERVER_ERROR']); // no refusal has it
  const unknown = found.flatMap(({ path, kind, code }) => {
    const name = nameOf(typeof kind === 'number' ? kind : (statuses[kind] ?? 0), code);
    used.add(name);
    return documented.has(name) ? [] : [`${path}: ${name} is not in server/src/platform/http/error-codes.ts`];
  });
  const unused = [...documented]
    .filter((name) => !used.has(name))
    .map((name) => `error-codes.ts: nothing refuses with ${name}`);
  const duplicates = table.length === documented.size ? [] : ['error-codes.ts: a code is listed twice'];
  return [...unknown, ...unused, ...duplicates];
}
