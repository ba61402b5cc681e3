import { readCondition } from './read-condition.ts';
import type { Condition } from './tree.ts';

/** The tree of a condition that was checked before it was stored. */
export function storedCondition(stored: unknown): Condition {
  const parsed = readCondition(stored, { allowsContext: false });
  if (!parsed.ok) throw new Error('a stored condition was readable when it was saved');
  return parsed.tree;
}
