import { type Condition, evaluate, readCondition, type SegmentSource } from '../../src/pure/conditions/index.ts';
import { presentTime } from './random-value.ts';
import { factsOf, idOf, ownProject, type World, type WorldContact } from './random-world.ts';
import { compileIn, type ScratchContacts } from './scratch-contacts.ts';

/** One contact and one condition, as JSON or read already. */
export type ConditionCase = {
  contact: Partial<WorldContact>;
  condition: unknown;
  deletedKeys?: readonly string[];
  segments?: ReadonlyMap<string, SegmentSource>;
};

/** The tree of a condition, or of a single filter. */
export function conditionFrom(condition: unknown): Condition {
  const isFilter = typeof condition === 'object' && condition !== null && 'field' in condition;
  const raw = isFilter ? { logic: 'AND', groups: [{ filters: [condition] }] } : condition;
  const reading = readCondition(raw, { allowsContext: false });
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
  return reading.tree;
}

export const contactWith = (parts: Partial<WorldContact>, index = 0): WorldContact => ({
  projectId: ownProject,
  id: idOf('c', index),
  email: `ada+${index}@example.com`,
  subscribed: true,
  createdAt: new Date(presentTime),
  updatedAt: new Date(presentTime),
  data: {},
  events: new Map(),
  lists: new Set(),
  ...parts,
});

/** The result of both evaluators for each case: `true` or `false` when they agree. */
export async function evaluateBoth(scratch: ScratchContacts, cases: readonly ConditionCase[]): Promise<string[]> {
  const worlds = cases.map(({ contact, deletedKeys = [], segments = new Map() }, index): World => {
    const contacts = [contactWith({ ...contact, id: idOf('c', index) }, index)];
    return {
      now: new Date(presentTime),
      contacts,
      segments,
      segmentIds: [],
      hints: [],
      deletedKeys: new Set(deletedKeys),
    };
  });
  await scratch.fill(worlds.flatMap(({ contacts }) => contacts));
  const trees = cases.map(({ condition }) => conditionFrom(condition));
  const found = await scratch.matches(worlds.map((world, index) => compileIn(world, treeAt(trees, index))));
  return worlds.map((world, index) => {
    const [contact] = world.contacts;
    if (!contact) throw new Error('a case has a contact');
    const memory = evaluate(treeAt(trees, index), factsOf(world, contact));
    const sql = found[index]?.has(contact.id) ?? false;
    return sql === memory ? String(sql) : `SQL: ${sql}, memory: ${memory}`;
  });
}

function treeAt(trees: readonly Condition[], index: number): Condition {
  const tree = trees[index];
  if (!tree) throw new Error('a case has a tree');
  return tree;
}
