import { limits } from '#pure/limits';
import { type ConditionProblem, type ProblemPath, report } from './problem.ts';
import type { Condition } from './tree.ts';
import { filtersOf } from './walk.ts';

export type ReferenceOptions = {
  /** The segment this tree is to be the condition of; undefined when it is new or no segment. */
  readonly self?: { readonly id: string; readonly name: string };
  /** A segment of the project: its tree, or null when it is a list. Undefined when there is none of that id. */
  readonly segment: (id: string) => { readonly name: string; readonly tree: Condition | null } | undefined;
};

type SegmentStep = { readonly id: string; readonly name: string };
type Extent = { filters: number; chain: number };
type Search = ReferenceOptions & { known: Map<string, Extent>; problems: ConditionProblem[] };

/**
 * What is wrong with the segments a tree refers to, checked when it is saved (D-303, D-318): unknown ids, loops, too long
 * a chain, and more filters than one statement can hold once the references are expanded.
 */
export function referenceProblems(tree: Condition, options: ReferenceOptions): ConditionProblem[] {
  const search: Search = { ...options, known: new Map(), problems: [] };
  const { filters, chain } = follow(search, tree, options.self ? [options.self] : []);
  if (chain > limits.segmentChain) {
    report(search.problems, [], tooBig(`Segments refer to each other at most ${limits.segmentChain} times in a row.`));
  }
  if (filters > limits.expandedConditionFilters) {
    const message = `With the segments it refers to, a condition has at most ${limits.expandedConditionFilters} filters.`;
    report(search.problems, [], tooBig(message));
  }
  return search.problems;
}

/** Each segment is visited once, whatever the number of references to it. */
function follow(search: Search, tree: Condition, ancestors: readonly SegmentStep[]): Extent {
  const extent: Extent = { filters: 0, chain: 0 };
  const isRoot = ancestors.length === (search.self ? 1 : 0);
  for (const { path, filter } of filtersOf(tree)) {
    extent.filters += 1;
    if (filter.meaning.kind !== 'segment') continue;
    const at = isRoot ? [...pathOf(path), 'field'] : [];
    const inside = enter(search, filter.meaning.id, ancestors, at);
    extent.filters += inside.filters;
    extent.chain = Math.max(extent.chain, inside.chain + 1);
  }
  return extent;
}

function enter(search: Search, id: string, ancestors: readonly SegmentStep[], at: ProblemPath): Extent {
  const nothing: Extent = { filters: 0, chain: 0 };
  const segment = search.segment(id);
  const start = ancestors.findIndex((step) => step.id === id);
  if (start >= 0) {
    const names = [...ancestors.slice(start), ancestors[start]].map((step) => step?.name);
    report(search.problems, at, {
      code: 'custom',
      message: `Segments refer to each other in a loop: ${names.join(' → ')}.`,
    });
    return nothing;
  }
  if (!segment) {
    // Below the root it is a segment that was deleted later: no error, it matches no contact.
    if (at.length > 0) report(search.problems, at, { code: 'custom', message: 'There is no such segment.' });
    return nothing;
  }
  const known = search.known.get(id);
  if (known) return known;
  const found = segment.tree ? follow(search, segment.tree, [...ancestors, { id, name: segment.name }]) : nothing;
  search.known.set(id, found);
  return found;
}

const pathOf = (path: string): ProblemPath =>
  path.split('.').map((part) => (/^[0-9]+$/.test(part) ? Number(part) : part));

const tooBig = (message: string) => ({ code: 'too_big', message }) as const;
