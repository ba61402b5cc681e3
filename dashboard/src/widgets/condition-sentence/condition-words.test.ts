import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCondition, rulesOf } from '../condition-builder/any-condition.ts';
import { builtInFields, type ConditionField } from '../condition-builder/condition-fields.ts';
import { type Condition, countRules, pathOf, type Rule } from '../condition-builder/condition-tree.ts';
import { sentenceOf, sentenceText } from './condition-words.ts';

const fields: ConditionField[] = [
  ...builtInFields,
  { field: 'data.plan', label: 'plan', kind: 'data', type: 'string' },
  { field: 'data.seats', label: 'seats', kind: 'data', type: 'number' },
  { field: 'data.is_vip', label: 'is_vip', kind: 'data', type: 'boolean' },
  { field: 'data.renews_at', label: 'renews_at', kind: 'data', type: 'date' },
  { field: 'segment.1', label: 'Support cases', kind: 'segment', type: 'segment' },
];
const read = (tree: Condition) => sentenceText(sentenceOf(tree, fields));
const readRule = (rule: Rule) => read({ logic: 'AND', groups: [{ filters: [rule] }] });

describe('the sentence', () => {
  it('reads every rule exactly once, in any tree', () => {
    fc.assert(
      fc.property(anyCondition, (tree) => {
        const paths = sentenceOf(tree, fields).flatMap((piece) => piece.path ?? []);
        expect(paths).toHaveLength(countRules(tree));
        expect(new Set(paths)).toEqual(new Set(rulesOf(tree).map((found) => pathOf(found.at))));
      }),
    );
  });

  it('reads the picture of the design', () => {
    expect(
      read({
        logic: 'OR',
        groups: [
          {
            filters: [
              { field: 'subscribed', operator: 'equals', value: true },
              { field: 'data.plan', operator: 'equals', value: 'pro' },
              { field: 'email.open', operator: 'notTriggeredWithin', value: 30, unit: 'days' },
            ],
          },
          {
            filters: [{ field: 'data.renews_at', operator: 'within', value: 14, unit: 'days' }],
            conditions: {
              logic: 'OR',
              groups: [
                { filters: [{ field: 'event.garden.opened', operator: 'notTriggered' }] },
                { filters: [{ field: 'segment.1', operator: 'memberOfSegment' }] },
              ],
            },
          },
        ],
      }),
    ).toBe(
      'Subscribed people whose plan is pro and who have not opened a mail within the last 30 days; or people whose renews_at is within the last 14 days and (who have never done garden.opened or who are in Support cases).',
    );
  });

  it.each<[Rule, string]>([
    [{ field: 'subscribed', operator: 'equals', value: true }, 'Subscribed people.'],
    [{ field: 'subscribed', operator: 'equals', value: false }, 'People who are not subscribed.'],
    [{ field: 'email', operator: 'contains', value: '@a.com' }, 'People whose address contains @a.com.'],
    [{ field: 'data.plan', operator: 'notEquals', value: 'free' }, 'People whose plan is not free.'],
    [{ field: 'data.plan', operator: 'notContains', value: 'x' }, 'People whose plan does not contain x.'],
    [{ field: 'data.plan', operator: 'exists' }, 'People whose plan is set.'],
    [{ field: 'data.plan', operator: 'notExists' }, 'People whose plan is not set.'],
    [{ field: 'data.seats', operator: 'greaterThan', value: 3 }, 'People whose seats is more than 3.'],
    [{ field: 'data.seats', operator: 'lessThanOrEqual', value: 3 }, 'People whose seats is at most 3.'],
    [{ field: 'data.is_vip', operator: 'equals', value: false }, 'People whose is_vip is false.'],
    [
      { field: 'createdAt', operator: 'lessThan', value: '2026-03-01' },
      'People whose date added is before 2026-03-01.',
    ],
    [
      { field: 'createdAt', operator: 'greaterThanOrEqual', value: '2026-03-01' },
      'People whose date added is on or after 2026-03-01.',
    ],
    [
      { field: 'createdAt', operator: 'olderThan', value: 1, unit: 'days' },
      'People whose date added is longer ago than 1 day.',
    ],
    [{ field: 'email.click', operator: 'triggered' }, 'People who have clicked in a mail.'],
    [
      { field: 'event.a', operator: 'triggeredWithin', value: 2, unit: 'hours' },
      'People who have done a within the last 2 hours.',
    ],
    [
      { field: 'event.a', operator: 'triggeredOlderThan', value: 2, unit: 'days' },
      'People who have done a, but not within the last 2 days.',
    ],
    [{ field: 'segment.1', operator: 'notMemberOfSegment' }, 'People who are not in Support cases.'],
    [{ field: '', operator: 'equals' }, 'People who match a rule that is not finished.'],
    [{ field: 'data.plan', operator: 'equals' }, 'People who match a rule that is not finished.'],
  ])('%j', (rule, sentence) => {
    expect(readRule(rule)).toBe(sentence);
  });

  it('joins cards that must all hold without starting anew', () => {
    const tree: Condition = {
      logic: 'AND',
      groups: [
        { filters: [{ field: 'data.plan', operator: 'exists' }] },
        { filters: [{ field: 'email.open', operator: 'triggered' }] },
      ],
    };
    expect(read(tree)).toBe('People whose plan is set; and also who have opened a mail.');
  });
});
