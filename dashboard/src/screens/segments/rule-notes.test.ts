import { expect, it } from 'vitest';
import type { Condition, Rule } from '../../widgets/condition-builder/condition-tree.ts';
import { includeMissing } from './rule-notes.tsx';

const isNot: Rule = { field: 'data.plan', operator: 'notEquals', value: 'free' };
const absent: Rule = { field: 'data.plan', operator: 'notExists' };
const subscribed: Rule = { field: 'subscribed', operator: 'equals', value: true };

it('people without a value are let in beside the rule, and the other rules still hold', () => {
  const tree: Condition = { logic: 'AND', groups: [{ filters: [subscribed, isNot] }] };

  expect(includeMissing(tree, { level: [], group: 0, rule: 1 }, isNot)).toEqual({
    logic: 'AND',
    groups: [
      { filters: [subscribed], conditions: { logic: 'OR', groups: [{ filters: [isNot] }, { filters: [absent] }] } },
    ],
  });
});

it('a rule that stands alone gets a group beside it', () => {
  const tree: Condition = { logic: 'AND', groups: [{ filters: [isNot] }] };

  expect(includeMissing(tree, { level: [], group: 0, rule: 0 }, isNot)).toEqual({
    logic: 'OR',
    groups: [{ filters: [isNot] }, { filters: [absent] }],
  });
});
