import { lineAt } from '../source/import-lines.ts';
import { readSources } from '../source/read-sources.ts';
import type { AllowedPattern } from './allowed.ts';
import { findAmbiguity } from './find-ambiguity.ts';

/** Regular expressions of the server that may take more than one pass over a text of unbounded length. */
export async function checkPatterns(root: string, allowed: readonly AllowedPattern[]): Promise<string[]> {
  const files = (await readSources(root)).filter(({ path, isTest }) => path.startsWith('server/src/') && !isTest);
  const unused = new Set(allowed);
  const problems = files.flatMap(({ path, text, patterns }) =>
    patterns.flatMap(([start, end]) => {
      const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(withFlags(text, start, end)) ?? [];
      const cause = findAmbiguity(source, flags);
      if (cause === null) return [];
      const bounded = allowed.find((one) => one.file === path && one.pattern === source);
      if (bounded) unused.delete(bounded);
      return bounded ? [] : [`${path}:${lineAt(text, start)} /${source}/: ${cause}`];
    }),
  );
  const stale = [...unused].map(
    ({ file, pattern }) => `tools/patterns/allowed.ts: ${file} has no such /${pattern}/ any more`,
  );
  return [...problems, ...stale];
}

const withFlags = (text: string, start: number, end: number): string =>
  text.slice(start, end) + (/^[a-z]*/.exec(text.slice(end, end + 10))?.[0] ?? '');
