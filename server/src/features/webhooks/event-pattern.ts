import { canonicalEventName, readEventName } from '#pure/event-names';

/** Which events an endpoint gets: those with one of these names, or whose name begins with one of these texts. */
export interface EventMatcher {
  readonly names: readonly string[];
  readonly prefixes: readonly string[];
}

export type PatternProblem = Exclude<ReturnType<typeof readEventName>, { ok: true }>;

/** What is wrong with a pattern, or null: an event name, `prefix.*` or `*` (D-1050). */
export function patternProblem(pattern: string): PatternProblem | null {
  const read = readEventName(pattern);
  return read.ok ? null : read;
}

/** `*` is the empty beginning. Names are those under which events are recorded; former slugs are known to the database alone. */
export function matcherOf(patterns: readonly string[]): EventMatcher {
  const isBeginning = (pattern: string): boolean => pattern === '*' || pattern.endsWith('.*');
  return {
    names: patterns.filter((pattern) => !isBeginning(pattern)).map(canonicalEventName),
    prefixes: patterns.filter(isBeginning).map((pattern) => pattern.slice(0, -1)),
  };
}
