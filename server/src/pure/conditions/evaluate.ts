import type { JsonValue } from '#pure/custom-fields';
import { limits } from '#pure/limits';
import { type ContactFacts, type SegmentFact, type StoredValue, valueIn } from './facts.ts';
import { testValue } from './test-value.ts';
import type { Condition, Filter, Group, Meaning } from './tree.ts';
import { filtersOf } from './walk.ts';

/** Whether the contact matches. Invariant: the compiled SQL has the same result for every tree and contact (D-320). */
export const evaluate = (tree: Condition, facts: ContactFacts): boolean => testTree(tree, facts, 0);

export type Explanation = {
  matches: boolean;
  filters: { path: string; actual: JsonValue; result: boolean }[];
};

/** Each filter of the tree with its actual value; null is missing. References are explained as membership (D-347). */
export function explain(tree: Condition, facts: ContactFacts): Explanation {
  const filters = Array.from(filtersOf(tree), ({ path, filter }) => ({
    path,
    actual: actualValue(filter.meaning, facts),
    result: testFilter(filter, facts, 0),
  }));
  return { matches: evaluate(tree, facts), filters };
}

/** `chain` counts the references followed so far. Limit: beyond the fifth a segment counts as missing (D-303). */
function testTree(tree: Condition, facts: ContactFacts, chain: number): boolean {
  const test = (group: Group): boolean => testGroup(group, facts, chain);
  return tree.logic === 'AND' ? tree.groups.every(test) : tree.groups.some(test);
}

function testGroup({ filters, conditions }: Group, facts: ContactFacts, chain: number): boolean {
  if (!filters.every((filter) => testFilter(filter, facts, chain))) return false;
  return conditions === undefined || testTree(conditions, facts, chain);
}

function testFilter({ meaning }: Filter, facts: ContactFacts, chain: number): boolean {
  if (meaning.kind === 'segment') {
    const isMember = membership(segmentAt(meaning.id, facts, chain), facts, chain);
    return isMember === meaning.isWanted;
  }
  if (meaning.kind === 'event') return testEvent(meaning, facts);
  const { value, isDeleted } = valueIn(meaning.of, facts);
  return !isDeleted && testValue(meaning, value, facts.now);
}

const segmentAt = (id: string, facts: ContactFacts, chain: number): SegmentFact =>
  chain < limits.segmentChain ? facts.segment(id) : { kind: 'missing' };

/** Undefined when the segment is deleted: then a contact is neither a member nor a non-member (D-318). */
function membership(segment: SegmentFact, facts: ContactFacts, chain: number): boolean | undefined {
  if (segment.kind === 'missing') return undefined;
  return segment.kind === 'member' ? segment.isMember : testTree(segment.tree, facts, chain + 1);
}

/** D-317. Whether one event lies in the window, all do or none does is decided by the last. */
function testEvent(meaning: Extract<Meaning, { kind: 'event' }>, facts: ContactFacts): boolean {
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

function actualValue(meaning: Meaning, facts: ContactFacts): JsonValue {
  if (meaning.kind === 'segment') return membership(facts.segment(meaning.id), facts, 0) ?? null;
  if (meaning.kind === 'event') return facts.lastEventAt(meaning.name)?.toISOString() ?? null;
  const stored: StoredValue = valueIn(meaning.of, facts).value;
  return stored instanceof Date ? stored.toISOString() : (stored ?? null);
}
