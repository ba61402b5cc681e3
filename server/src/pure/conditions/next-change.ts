import { limits } from '#pure/limits';
import { evaluate } from './evaluate.ts';
import { type ContactFacts, valueIn } from './facts.ts';
import { measuresTime } from './operators.ts';
import { instantOf } from './test-value.ts';
import type { Condition, Meaning } from './tree.ts';
import { filtersOf } from './walk.ts';

/**
 * The first moment after now at which the passing of time alone changes the result for this contact, or null if it
 * never does. Segments the tree refers to are followed; a member list counts as it is.
 */
export function nextChangeAt(tree: Condition, facts: ContactFacts): Date | null {
  const flips = new Set<number>();
  collect(tree, facts, 0, flips);

  const result = evaluate(tree, facts);
  for (const flip of [...flips].sort((a, b) => a - b)) {
    const then = new Date(flip);
    if (evaluate(tree, { ...facts, now: then }) !== result) return then;
  }
  return null;
}

/** The moments at which a filter of the tree flips: at most one each, since a window can only expire. */
function collect(tree: Condition, facts: ContactFacts, chain: number, flips: Set<number>): void {
  for (const { filter } of filtersOf(tree)) {
    if (filter.meaning.kind === 'segment' && chain < limits.segmentChain) {
      const segment = facts.segment(filter.meaning.id);
      if (segment.kind === 'tree') collect(segment.tree, facts, chain + 1, flips);
    }
    const flip = flipOf(filter.meaning, facts);
    if (flip !== undefined && flip > facts.now.getTime()) flips.add(flip);
  }
}

/** The first millisecond in which what was within the window no longer is. */
function flipOf(meaning: Meaning, facts: ContactFacts): number | undefined {
  const at = startOf(meaning, facts);
  return at === undefined || !('milliseconds' in meaning) ? undefined : at + meaning.milliseconds + 1;
}

function startOf(meaning: Meaning, facts: ContactFacts): number | undefined {
  if (meaning.kind === 'age') return instantOf(valueIn(meaning.of, facts).value);
  if (meaning.kind !== 'event' || !measuresTime(meaning.operator)) return undefined;
  return facts.lastEventAt(meaning.name)?.getTime();
}
