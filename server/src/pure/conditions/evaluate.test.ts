import { expect, test } from 'vitest';
import { conditionFrom, contactWith, factsOf, type World } from '#testing';
import { evaluate, explain } from './evaluate.ts';
import { readCondition } from './read-condition.ts';

const list = '00000005-0000-7000-8000-000000000001';
const world: World = {
  now: new Date('2026-03-01T12:00:00.000Z'),
  contacts: [],
  segments: new Map([[list, { kind: 'list' }]]),
  segmentIds: [list],
  hints: [],
  deletedKeys: new Set(['gone']),
};
const contact = contactWith({
  data: { plan: 'free', tags: ['a'] },
  events: new Map([['purchase', new Date('2026-02-01T00:00:00.000Z')]]),
  createdAt: new Date('2026-01-01T00:00:00.000Z'),
});

test('an explanation has every filter with its actual value and its result', () => {
  const nested = {
    logic: 'OR',
    groups: [
      {
        filters: [
          { field: 'data.tags', operator: 'contains', value: 'a' },
          { field: 'data.none', operator: 'exists' },
        ],
      },
      {
        filters: [
          { field: 'purchase', operator: 'triggered' },
          { field: `segment.${list}`, operator: 'memberOfSegment' },
        ],
      },
    ],
  };
  const tree = conditionFrom({
    logic: 'AND',
    groups: [
      { filters: [{ field: 'plan', operator: 'equals', value: 'pro' }] },
      { filters: [{ field: 'createdAt', operator: 'olderThan', value: 1, unit: 'days' }], conditions: nested },
    ],
  });

  expect(explain(tree, factsOf(world, contact))).toEqual({
    matches: false,
    filters: [
      { path: 'groups.0.filters.0', actual: 'free', result: false },
      { path: 'groups.1.filters.0', actual: '2026-01-01T00:00:00.000Z', result: true },
      { path: 'groups.1.conditions.groups.0.filters.0', actual: ['a'], result: true },
      { path: 'groups.1.conditions.groups.0.filters.1', actual: null, result: false },
      { path: 'groups.1.conditions.groups.1.filters.0', actual: '2026-02-01T00:00:00.000Z', result: true },
      { path: 'groups.1.conditions.groups.1.filters.1', actual: false, result: false },
    ],
  });
});

test('a step reads the context of its execution by the rule of paths (D-309)', () => {
  const resultOf = (field: string, operator: string, value?: unknown): boolean => {
    const raw = { logic: 'AND', groups: [{ filters: [{ field, operator, value }] }] };
    const reading = readCondition(raw, { allowsContext: true });
    const facts = { ...factsOf(world, contact), context: { amount: 5, order: { total: '9' }, gone: 1 } };
    return reading.ok && evaluate(reading.tree, facts);
  };
  expect(resultOf('event.amount', 'equals', 5)).toBe(true);
  expect(resultOf('workflow.order.total', 'greaterThan', 8)).toBe(true);
  expect(resultOf('event.other', 'notExists')).toBe(true);
  expect(resultOf('event.gone', 'exists')).toBe(true);
  expect(resultOf('data.gone', 'notExists')).toBe(false);
  expect(resultOf('event.purchase', 'triggered')).toBe(true);
});
