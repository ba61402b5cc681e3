import type { JsonValue } from '#pure/custom-fields';
import type { Facts, SegmentFact, Stored } from './facts.ts';
import { valueIn } from './facts.ts';
import { testValue } from './test-value.ts';
import type { Condition, Filter, Group, Meaning } from './tree.ts';
import { limits } from './tree.ts';
import { filtersOf } from './walk.ts';

/** Whether the contact matches. Invariant: the compiled SQL gives the same answer for every tree and contact (D-320). */
export const evaluate = (tree: Condition, facts: Facts): boolean => testTree(tree, facts, 0);

export type Explanation = {
  matches: boolean;
  filters: { path: string; actual: JsonValue; result: boolean }[];
};

/** Each filter of the tree with the value it saw; null is missing. References are explained as membership (D-347). */
export function explain(tree: Condition, facts: Facts): Explanation {
  const filters = Array.from(filtersOf(tree), ({ path, filter }) => ({
    path,
    actual: actualValue(filter.meaning, facts),
    result: testFilter(filter, facts, 0),
  }));
  return { matches: evaluate(tree, facts), filters };
}

/** `chain` counts the references that led here. Limit: beyond the fifth a segment counts as missing (D-303). */
function testTree(tree: Condition, facts: Facts, chain: number): boolean {
  const test = (group: Group): boolean => testGroup(group, facts, chain);
  return tree.logic === 'AND' ? tree.groups.every(test) : tree.groups.some(test);
}

function testGroup({ filters, conditions }: Group, facts: Facts, chain: number): boolean {
  if (!filters.every((filter) => testFilter(filter, facts, chain))) return false;
  return conditions === undefined || testTree(conditions, facts, chain);
}

function testFilter({ meaning }: Filter, facts: Facts, chain: number): boolean {
  if (meaning.kind === 'segment') {
    const isMember = membership(segmentAt(meaning.id, facts, chain), facts, chain);
    return isMember === meaning.isWanted;
  }
  if (meaning.kind === 'event') return testEvent(meaning, facts);
  const { value, isDeleted } = valueIn(meaning.of, facts);
  return !isDeleted && testValue(meaning, value, facts.now);
}

const segmentAt = (id: string, facts: Facts, chain: number): SegmentFact =>
  chain < limits.segmentChain ? facts.segment(id) : { kind: 'missing' };

/** Undefined when the segment is gone: it then has neither members nor others (D-318). */
function membership(segment: SegmentFact, facts: Facts, chain: number): boolean | undefined {
  if (segment.kind === 'missing') return undefined;
  return segment.kind === 'member' ? segment.isMember : testTree(segment.tree, facts, chain + 1);
}

/** D-317. Whether one event lies in the window, all do or none does is decided by the last. */
function testEvent(meaning: Extract<Meaning, { kind: 'event' }>, facts: Facts): boolean {
  const at = facts.lastEventAt(meaning.name)?.getTime();
  const isWithin = at !== undefined && at >= facts.now.getTime() - meaning.milliseconds;
  switch (meaning.operator) {
    case 'triggered':
      return at !== undefined;
    case 'notTriggered':
      return at === undefined;
    case 'triggeredWithin':
      return isWithin;
    case 'triggeredOlderThan':
      return at !== undefined && !isWithin;
    case 'notTriggeredWithin':
      return !isWithin;
  }
}

function actualValue(meaning: Meaning, facts: Facts): JsonValue {
  if (meaning.kind === 'segment') return membership(facts.segment(meaning.id), facts, 0) ?? null;
  if (meaning.kind === 'event') return facts.lastEventAt(meaning.name)?.toISOString() ?? null;
  const stored: Stored = valueIn(meaning.of, facts).value;
  return stored instanceof Date ? stored.toISOString() : (stored ?? null);
}
