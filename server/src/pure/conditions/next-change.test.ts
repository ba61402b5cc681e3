import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  conditionFrom,
  conditionsSeed,
  contactWith,
  factsOf,
  openScratchContacts,
  otherProject,
  randomOf,
  randomWorld,
  type ScratchContacts,
  treesOf,
  type World,
} from '#testing';
import { evaluate } from './evaluate.ts';
import { timeWindowsOf } from './mentions.ts';
import { nextChangeAt } from './next-change.ts';
import { compileNextFlip } from './sql/compile-next-flip.ts';
import { numbered } from './sql/piece.ts';
import type { Condition } from './tree.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const world: World = { now, contacts: [], segments: new Map(), segmentIds: [], hints: [], deletedKeys: new Set() };

describe('the next change of a result', () => {
  test.each([
    ['createdAt', 'within', '2026-03-02T12:00:00.001Z'],
    ['createdAt', 'olderThan', '2026-03-02T12:00:00.001Z'],
    ['updatedAt', 'within', null],
    ['data.soon', 'within', '2026-03-12T12:00:00.001Z'],
    ['data.day', 'within', null],
    ['a', 'triggeredWithin', '2026-03-02T06:00:00.001Z'],
    ['a', 'notTriggeredWithin', '2026-03-02T06:00:00.001Z'],
    ['a', 'triggeredOlderThan', '2026-03-02T06:00:00.001Z'],
    ['never', 'notTriggeredWithin', null],
    ['a', 'triggered', null],
  ])('of %s %s a day is at %s', (field, operator, at) => {
    const contact = contactWith({
      updatedAt: new Date('2026-02-01T00:00:00.000Z'),
      data: { soon: '2026-03-11T12:00:00Z', day: '2026-03-01' },
      events: new Map([['a', new Date('2026-03-01T06:00:00.000Z')]]),
    });
    const tree = conditionFrom({ field, operator, value: 1, unit: 'days' });
    expect(nextChangeAt(tree, factsOf(world, contact))).toEqual(at === null ? null : new Date(at));
  });

  test('is not where a filter flips and the result stays', () => {
    const filters = [
      { field: 'createdAt', operator: 'within', value: 1, unit: 'days' },
      { field: 'data.plan', operator: 'exists' },
    ];
    const tree = conditionFrom({ logic: 'AND', groups: [{ filters }] });
    expect(nextChangeAt(tree, factsOf(world, contactWith({})))).toBeNull();
  });

  test('is exact for random trees and contacts', () => {
    const random = randomOf(conditionsSeed());
    let changes = 0;
    for (let round = 0; round < 40 || (changes <= 20 && round < 400); round += 1) {
      const found = randomWorld(random, 20);
      for (const tree of treesOf(random, found, 50)) {
        const facts = factsOf(found, random.pick(found.contacts));
        const next = nextChangeAt(tree, facts)?.getTime();
        const result = evaluate(tree, facts);
        const resultAt = (time: number): boolean => evaluate(tree, { ...facts, now: new Date(time) });
        const start = found.now.getTime();
        const end = next ?? start + 8e12;
        const between = Array.from({ length: 20 }, () => start + Math.floor((end - start) * random.next()));
        for (const time of [...between, end - 1, start + 1].filter((moment) => moment < end))
          expect(resultAt(time)).toBe(result);
        if (next === undefined) continue;
        changes += 1;
        expect(resultAt(next)).toBe(!result);
        expect(timeWindowsOf(tree).length + found.segmentIds.length).toBeGreaterThan(0);
      }
    }
    expect(changes).toBeGreaterThan(20);
  });
});

describe('the next flip in SQL', () => {
  let scratch: ScratchContacts;
  beforeAll(async () => {
    scratch = await openScratchContacts(inject('templateDatabase'));
  });
  afterAll(() => scratch.close());

  test('is never later than the next change, and is null only where there is none', async () => {
    const random = randomOf(conditionsSeed());
    let exact = 0;
    for (let round = 0; round < 5 || (exact <= 50 && round < 50); round += 1) {
      const found = randomWorld(random, 40);
      await scratch.fill(found.contacts);
      for (const tree of treesOf(random, found, 60)) {
        const flips = await flipsOf(found, tree);
        for (const contact of found.contacts) {
          if (contact.projectId === otherProject) continue;
          const next = nextChangeAt(tree, factsOf(found, contact))?.getTime();
          const flip = flips.get(contact.id)?.getTime();
          if (flip !== undefined) expect(flip).toBeGreaterThan(found.now.getTime());
          if (next !== undefined) expect(flip ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(next);
          exact += next !== undefined && next === flip ? 1 : 0;
        }
      }
    }
    expect(exact).toBeGreaterThan(50);
  });

  async function flipsOf(found: World, tree: Condition): Promise<Map<string, Date>> {
    const flip = compileNextFlip(tree, {
      now: found.now,
      deletedKeys: found.deletedKeys,
      segment: (id) => found.segments.get(id) ?? { kind: 'missing' },
    });
    if (!flip) return new Map();
    const { text, values } = numbered(flip, 2);
    const { rows } = await scratch.client.query<{ id: string; flip: Date | null }>(
      `select c.id, ${text} as flip from contacts c where c.project_id <> $1`,
      [otherProject, ...values],
    );
    return new Map(rows.flatMap(({ id, flip: at }) => (at ? [[id, at] as const] : [])));
  }
});
