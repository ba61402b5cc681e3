import { evaluate } from './evaluate.ts';
import type { Facts } from './facts.ts';
import { valueIn } from './facts.ts';
import { measuresTime } from './operators.ts';
import { instantOf } from './test-value.ts';
import type { Condition, Meaning } from './tree.ts';
import { limits } from './tree.ts';
import { filtersOf } from './walk.ts';

/**
 * The first moment after now at which the passing of time alone changes the answer for this contact, or null if it
 * never does. Segments the tree refers to are followed; a member list counts as it is.
 */
export function nextChangeAt(tree: Condition, facts: Facts): Date | null {
  const turns = new Set<number>();
  collect(tree, facts, 0, turns);

  const answer = evaluate(tree, facts);
  for (const turn of [...turns].sort((a, b) => a - b)) {
    const then = new Date(turn);
    if (evaluate(tree, { ...facts, now: then }) !== answer) return then;
  }
  return null;
}

/** The moments at which some filter of the tree turns: at most one each, since a window only ever runs out. */
function collect(tree: Condition, facts: Facts, chain: number, turns: Set<number>): void {
  for (const { filter } of filtersOf(tree)) {
    if (filter.meaning.kind === 'segment' && chain < limits.segmentChain) {
      const segment = facts.segment(filter.meaning.id);
      if (segment.kind === 'tree') collect(segment.tree, facts, chain + 1, turns);
    }
    const turn = turnOf(filter.meaning, facts);
    if (turn !== undefined && turn > facts.now.getTime()) turns.add(turn);
  }
}

/** The first millisecond in which what was within the window no longer is. */
function turnOf(meaning: Meaning, facts: Facts): number | undefined {
  const at = startOf(meaning, facts);
  return at === undefined || !('milliseconds' in meaning) ? undefined : at + meaning.milliseconds + 1;
}

function startOf(meaning: Meaning, facts: Facts): number | undefined {
  if (meaning.kind === 'age') return instantOf(valueIn(meaning.of, facts).value);
  if (meaning.kind !== 'event' || !measuresTime(meaning.operator)) return undefined;
  return facts.lastEventAt(meaning.name)?.getTime();
}
