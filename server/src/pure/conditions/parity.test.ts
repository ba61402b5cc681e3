import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  compileIn,
  conditionsSeed,
  factsOf,
  openScratchContacts,
  ownProject,
  type Random,
  randomOf,
  randomWorld,
  type ScratchContacts,
  treesOf,
  type World,
} from '#testing';
import { evaluate } from './evaluate.ts';
import { numbered } from './sql/piece.ts';
import { toJson } from './to-json.ts';
import type { Condition } from './tree.ts';

const worlds = 30;
const treesPerWorld = 400;
const treesPerStatement = 40;
const contactsPerWorld = 60;

let scratch: ScratchContacts;
beforeAll(async () => {
  scratch = await openScratchContacts(inject('templateDatabase'));
});
afterAll(() => scratch.close());

test(`SQL and memory have the same result for ${worlds * treesPerWorld} random trees (D-320)`, {
  timeout: 180_000,
}, async () => {
  const seed = conditionsSeed();
  console.log(`conditions: seed ${seed} (repeat with CONDITIONS_SEED=${seed})`);
  const random = randomOf(seed);
  const totals = { trees: 0, yes: 0, no: 0 };

  for (let round = 0; round < worlds; round += 1) {
    const world = randomWorld(random, contactsPerWorld);
    await scratch.fill(world.contacts);
    await compareIn(world, random, totals);
  }

  console.log(`conditions: ${totals.trees} trees, ${totals.yes} matches, ${totals.no} others, all agree`);
  expect(totals.trees).toBeGreaterThanOrEqual(10_000);
  // The comparison proves little unless both results are common.
  expect(Math.min(totals.yes, totals.no) / (totals.yes + totals.no)).toBeGreaterThan(0.1);
});

async function compareIn(
  world: World,
  random: Random,
  totals: { trees: number; yes: number; no: number },
): Promise<void> {
  const own = world.contacts.filter(({ projectId }) => projectId === ownProject);
  for (let done = 0; done < treesPerWorld; done += treesPerStatement) {
    const trees = treesOf(random, world, treesPerStatement);
    const found = await scratch.matches(trees.map((tree) => compileIn(world, tree)));
    for (const [index, tree] of trees.entries()) {
      const expected = own.filter((contact) => evaluate(tree, factsOf(world, contact))).map(({ id }) => id);
      const ids = found[index] ?? new Set();
      if (expected.length !== ids.size || !expected.every((id) => ids.has(id)))
        await explainDifference(world, tree, ids, new Set(expected));
      totals.trees += 1;
      totals.yes += expected.length;
      totals.no += own.length - expected.length;
    }
  }
}

/** Names the smallest thing that differs: one filter and one contact. */
async function explainDifference(world: World, tree: Condition, sql: Set<string>, memory: Set<string>): Promise<never> {
  const contact = world.contacts.find(
    ({ projectId, id }) => projectId === ownProject && sql.has(id) !== memory.has(id),
  );
  const filters = toJson(tree).groups.flatMap((group) => group.filters);
  const { text, values } = numbered(compileIn(world, tree));
  throw new Error(
    [
      'SQL and memory differ.',
      `contact ${contact?.id}: SQL ${sql.has(contact?.id ?? '')}, memory ${memory.has(contact?.id ?? '')}`,
      JSON.stringify(contact?.data),
      JSON.stringify(toJson(tree)),
      `${filters.length} filters`,
      text,
      JSON.stringify(values),
    ].join('\n'),
  );
}
