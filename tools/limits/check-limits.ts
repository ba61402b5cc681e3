import { lineAt } from '../source/import-lines.ts';
import type { SourceFile } from '../source/read-sources.ts';
import type { AllowedNumber } from './allowed.ts';

interface LimitRules {
  /** Every name of the table. */
  readonly names: readonly string[];
  readonly allowed: readonly AllowedNumber[];
}

/** Limits that stand in a shape as a number instead of in the table, and limits of the table that nothing enforces. */
export function checkLimits(sources: readonly SourceFile[], { names, allowed }: LimitRules): string[] {
  const own = sources.filter(({ path, isTest }) => path.startsWith('server/src/') && !isTest && !isExempt.test(path));
  const read = new Set(own.flatMap(namesReadIn));
  return [
    ...own.filter(({ path }) => !allowed.some((entry) => entry.path === path)).flatMap(numbersIn),
    ...allowed
      .filter(({ path }) => !own.some((file) => file.path === path && numbersIn(file).length > 0))
      .map(({ path }) => `tools/limits/allowed.ts: ${path} has no number in a shape any more`),
    ...names.filter((name) => !read.has(name)).map((name) => `server/src/pure/limits: no code reads ${name}`),
  ];
}

/** The table itself, and settings, which operators choose. */
const isExempt = /^server\/src\/(?:pure\/limits|platform\/config)\//;

const patterns = [
  /(?<!\bMath)\.max\(\s*\d/g,
  /\btrimmedText\(\s*\d+\s*,\s*\d/g,
  /\bwholeNumber\([^()]*,\s*\d[\d_]*\s*\)/g,
  /\b(?:maxLength|maxItems|maximum):\s*\d/g,
];

const numbersIn = ({ path, code }: SourceFile): string[] =>
  patterns
    .flatMap((pattern) => [...code.matchAll(pattern)])
    .map(({ index }) => `${path}:${lineAt(code, index)} has a limit as a number: add it to server/src/pure/limits`);

/** As `limits.name` or as `const { name } = limits`. */
const namesReadIn = ({ code, imports }: SourceFile): string[] => {
  if (!imports.some(({ specifier }) => specifier === '#pure/limits')) return [];
  const direct = [...code.matchAll(/\blimits\.(\w+)/g)].map(([, name = '']) => name);
  const taken = [...code.matchAll(/\{([^{}]*)\}\s*=\s*limits\b/g)].flatMap(
    ([, names = '']) => names.match(/\w+/g) ?? [],
  );
  return [...direct, ...taken];
};
