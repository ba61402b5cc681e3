import type { TextFile } from '../source/read-documents.ts';
import type { SourceFile } from '../source/read-sources.ts';
import { codePattern } from './code-pattern.ts';
import { findDefinitions } from './find-definitions.ts';

export interface CodeReport {
  /** What is wrong, a line each. */
  readonly complaints: readonly string[];
  /** Codes that are defined and named by no test, fault run or specification case. */
  readonly untested: readonly string[];
}

/** Every code that is named resolves to one definition, and the name of a test says the behaviour before the code. */
export function checkCodes(sources: readonly SourceFile[], documents: readonly TextFile[]): CodeReport {
  const definitions = findDefinitions(documents);
  const twice = [...definitions].filter(([, paths]) => paths.length > 1);
  const own = sources.filter(({ path }) => !path.startsWith('tools/codes/')); // its examples are no references
  return {
    complaints: [
      ...[...own, ...documents].flatMap((file) => unresolvedIn(file, definitions)),
      ...twice.map(([code, paths]) => `${code} is defined ${paths.length} times: ${paths.join(', ')}`),
      ...own.flatMap(codesInFront),
    ],
    untested: untested(definitions, own),
  };
}

function unresolvedIn({ path, text }: TextFile, definitions: ReadonlyMap<string, unknown>): string[] {
  const unknown = new Set((text.match(codePattern) ?? []).filter((code) => !definitions.has(code)));
  return [...unknown].map((code) => `${path}: ${code} is explained nowhere in docs/contract or docs/promises.md`);
}

const codeInFront = new RegExp(`['"\`]${codePattern.source}:? [^'"\`\\n]*`, 'g');

function codesInFront({ path, statements }: SourceFile): string[] {
  if (!isTest(path)) return [];
  return (statements.match(codeInFront) ?? []).map(
    (name) => `${path}: say the behaviour first, the code in brackets after it: ${name.slice(1, 60)}`,
  );
}

function untested(definitions: ReadonlyMap<string, unknown>, sources: readonly SourceFile[]): string[] {
  const named = new Set(
    sources
      .filter(({ path }) => isTest(path))
      .flatMap(({ text }) => [...(text.match(codePattern) ?? []), ...inRanges(text)]),
  );
  return [...definitions.keys()].filter((code) => !named.has(code)).sort(byNumber);
}

/** `D-101 to D-108` names all of them. */
const inRanges = (text: string): string[] =>
  Array.from(text.matchAll(/\bD-(\d{3,4}) to D-(\d{3,4})\b/g)).flatMap(([, from, to]) =>
    Array.from({ length: Math.max(0, Number(to) - Number(from) + 1) }, (_, index) => `D-${Number(from) + index}`),
  );

const isTest = (path: string): boolean => path.endsWith('.test.ts') || /^(?:proof|e2e|server\/testing)\//.test(path);

const byNumber = (left: string, right: string): number => left.localeCompare(right, 'en', { numeric: true });
