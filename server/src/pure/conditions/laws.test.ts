import { describe, expect, test } from 'vitest';
import type { JsonValue } from '#pure/custom-fields';
import {
  conditionFrom,
  conditionsSeed,
  contactWith,
  factsOf,
  randomOf,
  randomScalar,
  randomTime,
  type World,
} from '#testing';
import { evaluate } from './evaluate.ts';
import { momentOf, numberOf } from './values.ts';

const random = randomOf(conditionsSeed());
const rounds = 20_000;
const world: World = {
  now: new Date('2026-03-01T12:00:00.000Z'),
  contacts: [],
  segments: new Map(),
  segmentIds: [],
  hints: [],
  deletedKeys: new Set(),
};

function holds(stored: JsonValue | undefined, operator: string, value?: unknown): boolean {
  const contact = contactWith({ data: stored === undefined ? {} : { x: stored } });
  return evaluate(conditionFrom({ field: 'data.x', operator, value, unit: 'hours' }), factsOf(world, contact));
}

const count = (...results: boolean[]): number => results.filter(Boolean).length;

const storedValue = (): Exclude<JsonValue, null> => {
  const scalar = randomScalar(random);
  return random.chance(0.15) ? [scalar, randomScalar(random)] : random.chance(0.05) ? { x: scalar } : scalar;
};

describe('the laws of conditions', () => {
  test('a present field satisfies exactly one of equals and notEquals, a missing one neither (D-314)', () => {
    for (let round = 0; round < rounds; round += 1) {
      const value = randomScalar(random);
      const stored = storedValue();
      expect([stored, value, count(holds(stored, 'equals', value), holds(stored, 'notEquals', value))]).toEqual([
        stored,
        value,
        1,
      ]);
      expect(count(holds(undefined, 'equals', value), holds(null, 'notEquals', value))).toBe(0);
    }
  });

  test('a present field satisfies exactly one of contains and notContains, a missing one neither (D-314)', () => {
    for (let round = 0; round < rounds; round += 1) {
      const drawn = randomScalar(random);
      const value = typeof drawn === 'boolean' || drawn === '' ? 'x' : drawn;
      const stored = storedValue();
      expect([stored, value, count(holds(stored, 'contains', value), holds(stored, 'notContains', value))]).toEqual([
        stored,
        value,
        1,
      ]);
      expect(count(holds(undefined, 'contains', value), holds(null, 'notContains', value))).toBe(0);
    }
  });

  test('on the scale of a number, a day or an instant exactly one of lessThan, equals and greaterThan holds (D-312)', () => {
    let compared = 0;
    while (compared < rounds / 4) {
      const [value, stored] = [randomScalar(random), randomScalar(random)];
      const [scale, storedScale] = [scaleOf(value), scaleOf(stored)];
      // Two numeric texts are compared as texts by equals.
      if (scale === undefined || scale !== storedScale || (scale === 'number' && typeof value === 'string')) continue;
      compared += 1;
      const results = ['lessThan', 'equals', 'greaterThan'].map((operator) => holds(stored, operator, value));
      expect([stored, value, count(...results)]).toEqual([stored, value, 1]);
      expect(holds(stored, 'greaterThanOrEqual', value)).toBe(!results[0]);
      expect(holds(stored, 'lessThanOrEqual', value)).toBe(!results[2]);
    }
  });

  test('a value off the scale makes all four orders false (D-312)', () => {
    for (let round = 0; round < rounds / 4; round += 1) {
      const [value, stored] = [randomScalar(random), storedValue()];
      if (scaleOf(value) === undefined || scaleOf(value) === scaleOf(stored)) continue;
      const orders = ['lessThan', 'greaterThan', 'lessThanOrEqual', 'greaterThanOrEqual'];
      expect([stored, value, count(...orders.map((operator) => holds(stored, operator, value)))]).toEqual([
        stored,
        value,
        0,
      ]);
    }
  });

  test('a stored instant satisfies exactly one of within and olderThan (D-316)', () => {
    for (let round = 0; round < rounds / 4; round += 1) {
      const stored = new Date(randomTime(random)).toISOString();
      const value = random.pick([1, '24', 0.5, 720, 1e-9]);
      expect([stored, value, count(holds(stored, 'within', value), holds(stored, 'olderThan', value))]).toEqual([
        stored,
        value,
        1,
      ]);
    }
  });

  test('exactly one of triggeredWithin and notTriggeredWithin holds (D-317)', () => {
    for (let round = 0; round < rounds / 4; round += 1) {
      const events = new Map(random.list(1, () => ['a', new Date(randomTime(random))] as const));
      const value = random.pick([1, '24', 0.5, 720]);
      const results = ['triggeredWithin', 'notTriggeredWithin'].map((operator) =>
        evaluate(
          conditionFrom({ field: 'a', operator, value, unit: 'hours' }),
          factsOf(world, contactWith({ events })),
        ),
      );
      expect(count(...results)).toBe(1);
    }
  });
});

function scaleOf(value: JsonValue): 'number' | 'moment' | undefined {
  if (typeof value === 'number') return 'number';
  if (typeof value !== 'string') return undefined;
  if (numberOf(value) !== undefined) return 'number';
  return momentOf(value) ? 'moment' : undefined;
}
