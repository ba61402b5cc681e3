export interface Gaps {
  /** Built, and named by no test yet. */
  readonly unnamed: readonly string[];
  /** Not built yet; a test may name them already. */
  readonly planned: readonly string[];
}

/** Decisions that no test names and that are not in the list, and those of the list that a test names by now. */
export function compareGaps(untested: readonly string[], { unnamed, planned }: Gaps): string[] {
  const known = new Set([...unnamed, ...planned]);
  const found = new Set(untested);
  return [
    ...untested
      .filter((code) => code.startsWith('D-') && !known.has(code))
      .map((code) => `${code} is named by no test`),
    ...unnamed
      .filter((code) => !found.has(code))
      .map((code) => `tools/codes/gaps.ts: ${code} is named by a test, or gone; take it off the list`),
  ];
}
